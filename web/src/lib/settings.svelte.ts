// What a person likes, kept on this device.

export type Language = "en" | "pt";
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

export interface Settings {
  name: string;
  language: Language;
  theme: Theme;
  sound: boolean;
  speed: Speed;
  hints: boolean; // show where each card would go
  confirm: boolean; // ask before a choice is sent
  forced: boolean; // a move without a choice makes itself, at tables made here
  level: string; // how bots play, or "" as usual
  notices: boolean; // a notice of the browser when it is our turn
}

const KEY = "ludoteca.settings";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function browserLanguage(): Language {
  const first = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return first?.toLowerCase().startsWith("pt") ? "pt" : "en";
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  name: "",
  language: browserLanguage(),
  theme: "auto",
  sound: true,
  speed: "normal",
  hints: true,
  confirm: false,
  forced: true,
  level: "",
  notices: false,
  ...kept(),
});

export const motion = $state({ reduced: still.matches });
still.addEventListener("change", () => (motion.reduced = still.matches));

const PACE: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

/** How long a movement or a pause of so many milliseconds lasts for this person. */
export function paced(milliseconds: number): number {
  return milliseconds * PACE[settings.speed];
}

/** How long something may be seen to move: not at all for who asked for less motion. */
export function moving(milliseconds: number): number {
  return motion.reduced ? 0 : paced(milliseconds);
}

$effect.root(() => {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // a browser that keeps nothing still plays
    }
  });
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.lang = settings.language === "pt" ? "pt-BR" : "en";
  });
});
