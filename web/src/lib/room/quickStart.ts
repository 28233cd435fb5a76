// Tables that start at once: the person asked for it, so the page says "ready" without asking again.

const KEY = "ludoteca.quick_start";

export const markQuickStart = (table: string) => sessionStorage.setItem(KEY, table);
export const isQuickStart = (table: string) => sessionStorage.getItem(KEY) === table;
