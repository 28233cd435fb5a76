// Made by words_plugin.ts.
declare module "virtual:words" {
  export const LANGUAGES: { code: string; name: string; locale: string }[];
  type Sentences = Record<string, string>;
  export const loaders: Record<string, () => Promise<{ default: Sentences }>> & {
    [part: `lists/${string}`]: () => Promise<{ default: Record<string, Sentences> }>; // by the folder of the game
  };
}
