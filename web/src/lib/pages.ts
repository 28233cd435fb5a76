// Every page but the room, by the first word of its address: how it is loaded, with the areas of words it says, and what
// it is given of the address. A page is made anew when its id changes.

import type { Component } from "svelte";
import type { Route } from "./route.svelte";
import { withWords } from "./words.svelte";

type Given = Pick<Route, "id" | "part" | "fragment" | "tv" | "step">;

interface Page {
  load: () => Promise<{ default: Component<any> }>;
  props: (given: Given) => Record<string, unknown>;
  alone?: true; // its address has no id
}

const loadReplay = () => withWords(["table", "review", "new_table", "refusals"], () => import("../pages/ReplayPage.svelte"));

export const PAGES = {
  table: {
    load: () => withWords(["table", "new_table", "refusals"], () => import("../pages/TablePage.svelte")),
    props: ({ id, tv, fragment }) => ({ id, tv, code: fragment }),
  },
  replay: { load: loadReplay, props: ({ id, step }) => ({ id, step, review: false }) },
  review: { load: loadReplay, props: ({ id, step }) => ({ id, step, review: true }) },
  fair: {
    load: () => withWords(["fairness", "refusals", "table"], () => import("../pages/FairnessPage.svelte")),
    props: ({ id }) => ({ id }),
  },
  daily: {
    load: () => withWords(["daily"], () => import("../pages/DailyPage.svelte")),
    props: ({ id }) => ({ game: id }),
  },
  learn: {
    load: () => withWords(["learn", "refusals"], () => import("../pages/LearnPage.svelte")),
    props: ({ id }) => ({ game: id }),
  },
  lesson: {
    load: () => withWords(["learn", "table", "refusals"], () => import("../pages/LessonPage.svelte")),
    props: ({ id, part }) => ({ game: id, lesson: part }),
  },
  puzzles: {
    load: () => withWords(["puzzles", "table", "refusals"], () => import("../pages/PuzzlesPage.svelte")),
    props: ({ id, part }) => ({ game: id, wanted: part }),
  },
  analyse: {
    load: () => withWords(["analyse", "table", "refusals"], () => import("../pages/AnalysePage.svelte")),
    props: ({ id, fragment }) => ({ game: id, fragment }),
  },
  rules: {
    load: () => import("../pages/RulesPage.svelte"),
    props: ({ id, fragment }) => ({ game: id, sentence: fragment }),
  },
  evening: {
    load: () => withWords(["evening", "refusals"], () => import("../pages/EveningPage.svelte")),
    props: ({ id, tv }) => ({ code: id, tv }),
    alone: true,
  },
  ratings: {
    load: () => withWords(["ratings", "refusals"], () => import("../pages/RatingsPage.svelte")),
    props: ({ id }) => ({ game: id }),
    alone: true,
  },
  finished: {
    load: () => import("../pages/FinishedPage.svelte"),
    props: () => ({}),
    alone: true,
  },
  me: {
    load: () => withWords(["me", "settings", "refusals", "table"], () => import("../pages/MePage.svelte")),
    props: ({ id, fragment }) => ({ section: id, code: fragment }),
    alone: true,
  },
  admin: {
    load: () => withWords(["admin"], () => import("../pages/AdminPage.svelte")),
    props: () => ({}),
    alone: true,
  },
} satisfies Record<string, Page> as Record<string, Page>;
