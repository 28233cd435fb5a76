/** How the own sheet is marked: what each cell would hold, and what touching it does. */
export interface Pencil {
  ghost: (cell: string) => string | null; // what would stand there: "circle", "cross" or a number; null if not allowed
  touch: (cell: string) => void;
  planned: string | null; // touched once, to be confirmed
  home: string; // the cell that the tab key reaches while none is lit
  invites: string; // what a lit cell adds to its name
}
