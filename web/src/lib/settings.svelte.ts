// What a person prefers, stored on this device.

export type Language = "en" | "pt";
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

export interface Settings {
  name: string;
  language: Language;
  theme: Theme;
  sound: boolean;
  speed: Speed; // of pauses and animations
  previews: boolean; // show what each card, tile or play would do
  confirm: boolean; // ask before a choice is sent
  forcedMoves: boolean; // play forced moves automatically, at tables made here
  botLevel: string; // of the bots we play with; "" for the usual one
  notifications: boolean; // the browser notifies us when it is our turn
}

const KEY = "ludoteca.settings";
const OLD_NAMES = { hints: "previews", forced: "forcedMoves", level: "botLevel", notices: "notifications" }; // up to 0.1
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

function browserLanguage(): Language {
  const first = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return first?.toLowerCase().startsWith("pt") ? "pt" : "en";
}

function stored(): Partial<Settings> {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return Object.fromEntries(found.map(([name, value]) => [OLD_NAMES[name as keyof typeof OLD_NAMES] ?? name, value]));
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  name: "",
  language: browserLanguage(),
  theme: "auto",
  sound: true,
  speed: "normal",
  previews: true,
  confirm: false,
  forcedMoves: true,
  botLevel: "",
  notifications: false,
  ...stored(),
});

export const motion = $state({ reduced: reducedMotion.matches });
reducedMotion.addEventListener("change", () => (motion.reduced = reducedMotion.matches));

const SPEED_FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

/** A pause of so many milliseconds, at the speed that this person chose. */
export function pauseTime(milliseconds: number): number {
  return milliseconds * SPEED_FACTORS[settings.speed];
}

/** The same for an animation: none with reduced motion. */
export function animationTime(milliseconds: number): number {
  return motion.reduced ? 0 : pauseTime(milliseconds);
}

$effect.root(() => {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // without storage one can still play
    }
  });
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.lang = settings.language === "pt" ? "pt-BR" : "en";
  });
});
