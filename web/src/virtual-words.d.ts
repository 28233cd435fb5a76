// Made by words_plugin.ts.
declare module "virtual:words" {
  export const LANGUAGES: { code: string; name: string; locale: string }[];
  export const loaders: Record<string, () => Promise<{ default: Record<string, string> }>>;
}
