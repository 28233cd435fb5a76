// How a sentence takes its values: {name}, a part such as {tile[0]}, and plural forms.
// "{count|one card|{count} cards}" chooses by number; a language with more forms names them, as in
// "{count|jedna karta|few: {count} karty|{count} kart}". The terminal fills its sentences by the same rules
// (core/sentences.py), and the same examples test both.

export type Sentences = Record<string, string>;
export type Values = Record<string, unknown>;

const FIELD = /\{(\w+)((?:\[\w+\])*)\}/g;
const PLURAL = /\{(\w+)((?:\|(?:[^{}|]|\{[\w[\]]+\})*)+)\}/g;
const FORM = /^(?:(zero|one|two|few|many|other): ?)?(.*)$/s;
const NAMES = new Set(["seat", "name", "names", "text"]); // chosen by people, so never translated
const DIGITS = 1; // after the decimal sign

/** The sentence with its values; those that are words are said as `sentences` has them. What has no value stays open. */
export function fillSentence(sentence: string, values: Values, sentences: Sentences, locale: string): string {
  return sentence
    .replace(PLURAL, (_, name, forms) => pluralForm(values[name], forms, locale))
    .replace(FIELD, (whole, name, parts) => {
      const value = partOf(values[name], parts);
      return value === undefined || value === null ? whole : written(value, name, sentences, locale);
    });
}

/** What "[mark][0]" names in a value. */
function partOf(value: unknown, parts: string): unknown {
  return (parts.match(/\w+/g) ?? []).reduce((whole: unknown, part) => (whole as Values | undefined)?.[part], value);
}

/** A value as people read it. A list may have words of its own, such as values.0.1 for [0, 1]. */
function written(value: unknown, name: string, sentences: Sentences, locale: string): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, "", sentences, locale));
    return sentences[`values.${value.join(".")}`] ?? items.join(" + ");
  }
  if (typeof value === "string") return NAMES.has(name) ? value : (sentences[`value.${value}`] ?? value);
  return typeof value === "number" ? numberFormat(locale).format(value) : String(value);
}

/** Of the forms without a name, the last is for "other", and one before it for "one". */
function pluralForm(count: unknown, forms: string, locale: string): string {
  const all = forms.slice(1).split("|");
  const named = all.map((form, place) => {
    const [, name, text] = FORM.exec(form)!;
    return [name ?? (place === all.length - 1 ? "other" : "one"), text];
  });
  const byName: Sentences = Object.fromEntries(named);
  return byName[category(count, locale)] ?? byName.other;
}

/** one, few, many...: what the plural rules of the language say of a number as it is written. */
function category(count: unknown, locale: string): string {
  const number = typeof count === "string" && count.trim() === "" ? NaN : Number(count);
  return Number.isNaN(number) ? "other" : pluralRules(locale).select(number);
}

const remembered = <T>(make: (locale: string) => T) => {
  const made = new Map<string, T>();
  return (locale: string) => made.get(locale) ?? made.set(locale, make(locale)).get(locale)!;
};

const pluralRules = remembered((locale) => new Intl.PluralRules([locale, "en"], { maximumFractionDigits: DIGITS }));
const NUMBERS = { maximumFractionDigits: DIGITS, useGrouping: false, signDisplay: "negative" } as const;
const numberFormat = remembered((locale) => new Intl.NumberFormat([locale, "en"], NUMBERS));
