// What modules of the page ask of a browser when they are loaded; the mirrors need none of it.

const nothing = { matches: false, addEventListener() {}, getItem: () => null, setItem() {} };

for (const [name, value] of Object.entries({ matchMedia: () => nothing, localStorage: nothing, navigator: { languages: [] } }))
  Object.defineProperty(globalThis, name, { value, configurable: true });
