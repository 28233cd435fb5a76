// The mark that we are about to make: the die or `?` picked, the cells it can mark, and what waits for confirmation.

import { settings } from "$lib/settings.svelte";
import type { Action, View } from "$lib/types";
import type { Say } from "$lib/words.svelte";
import type { Die } from "./box";
import type { CellMarking } from "./cellMarking";
import { byCell, isTrack, markAt, markOf, sourcesOf, usualMark, verbOf } from "./marks";
import { previewMark } from "./previews";
import type { Sheet } from "./sheet";

interface Situation {
  view: View;
  seat: number | null;
  legal: Action[];
  play: (action: Action) => void;
  say: Say;
}

const areaOf = (cell: string) => cell.split(".")[0];

export class Selection {
  picked: string | null = $state(null); // a die or `?`, as long as it can be used
  numberCell: string | null = $state(null); // the cell that waits for its number
  unconfirmedCell: string | null = $state(null); // the cell that waits for confirmation
  wishedCell: string | null = $state(null); // tapped before a die was picked

  constructor(readonly now: () => Situation) {}

  legal = $derived.by(() => this.now().legal);
  sheet: Sheet | null = $derived.by(() => {
    const { view, seat } = this.now();
    return seat === null ? null : view.sheets[seat];
  });
  verb = $derived(verbOf(this.legal));
  sources = $derived(sourcesOf(this.legal, this.verb));
  returns = $derived(this.legal.filter((action) => "return" in action));
  chosen = $derived(this.sources.includes(this.picked ?? "") ? this.picked : this.sources.length === 1 ? this.sources[0] : null);
  returning = $derived(this.returns.find((action) => action.return === this.picked) ?? null);
  cells = $derived(this.sheet ? byCell(this.legal, this.verb, this.chosen, this.sheet) : new Map<string, Action[]>());

  /** The dice that can mark the cell that was tapped first. */
  fitting = $derived(
    this.sheet && this.wishedCell && !this.chosen
      ? this.sources.filter((die) => byCell(this.legal, this.verb, die, this.sheet!).has(this.wishedCell!))
      : [],
  );

  /** The numbers to choose from for a cell. */
  numbers = $derived.by(() => {
    const only = this.cells.size === 1 ? [...this.cells.keys()][0] : null;
    const found = this.cells.get(only ?? this.numberCell ?? "") ?? [];
    return found.length > 1 && isTrack(markOf(found[0]).area) ? found : [];
  });
  unconfirmed = $derived.by(() => {
    const found = this.cells.get(this.unconfirmedCell ?? "") ?? [];
    return found.length === 1 ? found[0] : null;
  });

  /** The die shown as picked. */
  get pickedDie(): string | null {
    return this.verb === "bonus" ? null : ((this.returning?.return as string) ?? this.chosen);
  }

  get marking(): CellMarking {
    return {
      preview: (cell) => {
        const found = this.cells.get(cell);
        return found ? previewMark(found, this.sheet!) : null;
      },
      mark: (cell) => this.mark(cell),
      unconfirmed: this.unconfirmedCell,
      tabStop: this.cells.size ? "" : "silver.yellow.1",
      explains: !this.chosen,
      label: this.now().say("page.can_mark"),
    };
  }

  clear(): void {
    this.picked = this.numberCell = this.unconfirmedCell = this.wishedCell = null;
  }

  play(action: Action): void {
    this.clear();
    this.now().play(action);
  }

  canUse(die: Die): boolean {
    const marks = this.verb !== "bonus" && this.sources.includes(die);
    return marks || this.returns.some((action) => action.return === die);
  }

  /** Pick a die, or hear from the server why not. Returns whether it is picked now. */
  pick(die: string): boolean {
    if (!this.legal.length || !this.sheet) return false;
    this.numberCell = this.unconfirmedCell = null;
    if (!this.canUse(die as Die) && this.verb !== "bonus") {
      if (this.now().view.dice[die]?.value) this.now().play(this.#example(die as Die));
      return false;
    }
    this.picked = this.picked === die ? null : die;
    return this.picked !== null;
  }

  #example(die: Die): Action {
    const { view } = this.now();
    if (view.phase === "before_roll" && view.dice[die].at === "tray") return { return: die };
    const decides = this.legal.some((action) => "decline" in action);
    const use = this.verb ?? (view.phase !== "end" ? "pick" : decides ? "take" : "extra");
    return { [use]: die, mark: usualMark(view, this.sheet!, die) };
  }

  /** Mark a cell, ask for its number, or hear from the server why not. */
  mark(cell: string): void {
    if (!this.legal.length || !this.sheet || !this.verb) return;
    if (!this.chosen) {
      this.wishedCell = cell;
      return;
    }
    const found = this.cells.get(cell) ?? [];
    const areaCanBeMarked = [...this.cells.keys()].some((one) => areaOf(one) === areaOf(cell) && isTrack(areaOf(cell)));
    if (found.length > 1) this.numberCell = cell;
    else if (found.length === 1 && settings.confirm && this.unconfirmedCell !== cell) this.unconfirmedCell = cell;
    else if (found.length === 1) this.play(found[0]);
    else if (!areaCanBeMarked) this.now().play({ [this.verb]: this.chosen, mark: markAt(this.now().view, this.sheet, cell, this.chosen) });
  }
}
