// The own sheet under the pencil: which die or `?` is in hand, what it can mark, and what is still to be confirmed.

import type { Action, View } from "$lib/kinds";
import { settings } from "$lib/settings.svelte";
import type { Say } from "$lib/words.svelte";
import { byCell, isTrack, markAt, markOf, ownMark, preview, sourcesOf, verbOf } from "./marks";
import type { Pencil } from "./pencil";
import type { Die, Sheet } from "./sheet";

interface Now {
  view: View;
  seat: number | null;
  legal: Action[];
  play: (action: Action) => void;
  say: Say;
}

const areaOf = (cell: string) => cell.split(".")[0];

export class Marking {
  wanted: string | null = $state(null); // the die or `?` under the pencil, as long as it is allowed
  asked: string | null = $state(null); // the cell for which a number is sought
  planned: string | null = $state(null); // the cell touched once, to be confirmed

  constructor(readonly now: () => Now) {}

  legal = $derived.by(() => this.now().legal);
  sheet: Sheet | null = $derived.by(() => {
    const { view, seat } = this.now();
    return seat === null ? null : view.sheets[seat];
  });
  verb = $derived(verbOf(this.legal));
  sources = $derived(sourcesOf(this.legal, this.verb));
  returns = $derived(this.legal.filter((action) => "return" in action));
  chosen = $derived(this.sources.includes(this.wanted ?? "") ? this.wanted : this.sources.length === 1 ? this.sources[0] : null);
  returning = $derived(this.returns.find((action) => action.return === this.wanted) ?? null);
  cells = $derived(this.sheet ? byCell(this.legal, this.verb, this.chosen, this.sheet) : new Map<string, Action[]>());

  /** The numbers among which one is chosen for a cell. */
  numbers = $derived.by(() => {
    const only = this.cells.size === 1 ? [...this.cells.keys()][0] : null;
    const found = this.cells.get(only ?? this.asked ?? "") ?? [];
    return found.length > 1 && isTrack(markOf(found[0]).area) ? found : [];
  });
  toConfirm = $derived.by(() => {
    const found = this.cells.get(this.planned ?? "") ?? [];
    return found.length === 1 ? found[0] : null;
  });

  /** The die drawn as being in hand. */
  get die(): string | null {
    return this.verb === "bonus" ? null : ((this.returning?.return as string) ?? this.chosen);
  }

  get pencil(): Pencil {
    return {
      ghost: (cell) => {
        const found = this.cells.get(cell);
        return found ? preview(found, this.sheet!) : null;
      },
      touch: (cell) => this.touch(cell),
      planned: this.planned,
      home: this.cells.size ? "" : "silver.yellow.1",
      invites: this.now().say("page.can_mark"),
    };
  }

  letGo(): void {
    this.wanted = this.asked = this.planned = null;
  }

  send(action: Action): void {
    this.letGo();
    this.now().play(action);
  }

  canUse(die: Die): boolean {
    const marks = this.verb !== "bonus" && this.sources.includes(die);
    return marks || this.returns.some((action) => action.return === die);
  }

  /** Take a die in hand, or hear from the server why not; is it in hand now? */
  choose(die: string): boolean {
    if (!this.legal.length || !this.sheet) return false;
    this.asked = this.planned = null;
    if (!this.canUse(die as Die) && this.verb !== "bonus") {
      if (this.now().view.dice[die]?.value) this.now().play(this.#attempt(die as Die));
      return false;
    }
    this.wanted = this.wanted === die ? null : die;
    return this.wanted !== null;
  }

  #attempt(die: Die): Action {
    const { view } = this.now();
    if (view.phase === "before_roll" && view.dice[die].at === "tray") return { return: die };
    const decides = this.legal.some((action) => "decline" in action);
    const use = this.verb ?? (view.phase !== "end" ? "pick" : decides ? "take" : "extra");
    return { [use]: die, mark: ownMark(view, this.sheet!, die) };
  }

  /** Mark a cell, seek its number, or hear from the server why not. */
  touch(cell: string): void {
    if (!this.legal.length || !this.sheet || !this.verb || !this.chosen) return;
    const found = this.cells.get(cell) ?? [];
    const lit = [...this.cells.keys()].some((one) => areaOf(one) === areaOf(cell) && isTrack(areaOf(cell)));
    if (found.length > 1) this.asked = cell;
    else if (found.length === 1 && settings.confirm && this.planned !== cell) this.planned = cell;
    else if (found.length === 1) this.send(found[0]);
    else if (!lit) this.now().play({ [this.verb]: this.chosen, mark: markAt(this.now().view, this.sheet, cell, this.chosen) });
  }
}
