// What every section of one's own page is given.

import type { Person } from "./types";

export interface MeProps {
  person: Person | null;
  code: string; // a recovery code from the link that was followed
  attempt: (what: () => Promise<unknown>) => Promise<void>;
  become: (somebody: Person) => void;
}
