// What every section of one's own page is given.

import type { Person } from "$lib/types";

export interface MeProps {
  person: Person | null;
  code: string; // a recovery code from the link that was followed
  provider: string | null; // what the room's provider of OpenID Connect is called
  returned: string | null; // back from there: why not, or nothing if all went well
  attempt: (what: () => Promise<unknown>) => Promise<void>;
  become: (somebody: Person) => void;
}
