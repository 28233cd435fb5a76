/** How the cells of our sheet are marked. The sheets of others have none. */
export interface CellMarking {
  preview: (cell: string) => string | null; // "circle", "cross" or a number; null: the cell cannot be marked now
  mark: (cell: string) => void;
  unconfirmed: string | null; // the cell that waits for confirmation
  tabStop: string; // the cell that Tab reaches while none can be marked
  explains: boolean; // a tap tells what the cell is for, while no die or `?` is chosen
  label: string; // what a cell that can be marked adds to its accessible name
}
