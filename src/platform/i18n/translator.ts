import { createInstance, type FormatterModule } from "i18next";

/** Languages of the product. */
export type TextLanguage = "pt" | "en" | "es";

/** Texts of a feature: groups of texts; a group may contain groups. */
export interface Texts {
  readonly [key: string]: string | Texts;
}
/**
 * Values for `{{name}}` in a text; `count` also selects the plural form, and `context` the text `key_context` if there is one. Numbers
 * that are names (an id) are strings.
 */
export type TextValues = Readonly<Record<string, string | number>>;

/** The shape of another language: every key of the Portuguese source. */
export type Dictionary<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Dictionary<Source[Key]>;
};

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type Singular<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** Every key of a dictionary as `group.key`; `key_one` and `key_other` are used as `key`. */
export type TextKey<Source> = {
  [Key in keyof Source & string]: Source[Key] extends string
    ? Singular<Key>
    : `${Key}.${TextKey<Source[Key]>}`;
}[keyof Source & string];

/** Returns a text of one feature. */
export type Translate<Source> = (key: TextKey<Source>, values?: TextValues) => string;

/** Characters that change the direction of the text after them; a name from an archive may contain them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** Writes numbers as the language writes them, `1.234` or `1,234`; a value does not reverse the rest of its sentence. */
const formatter: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, lng) =>
    typeof value === "number"
      ? value.toLocaleString(lng)
      : typeof value === "string"
        ? value.replace(DIRECTION, "")
        : value,
};

const i18next = createInstance();
void i18next.use(formatter).init({
  lng: "pt",
  initAsync: false,
  load: "currentOnly",
  nsSeparator: false,
  ignoreJSONStructure: false,
  // React escapes, and mails and files are plain text; a second escaping would show `&amp;` to users.
  interpolation: { escapeValue: false, alwaysFormat: true },
  missingInterpolationHandler: () => "",
});

/** The form of 0: `Intl.PluralRules` gives Portuguese the singular, but people write "0 faturas". */
const PLURAL = 2;

/** Adds the texts of an i18next namespace in one language. */
export function addTexts(lng: TextLanguage, namespace: string, texts: Texts): void {
  i18next.addResourceBundle(lng, namespace, texts, false, true, { silent: true, skipCopy: true });
}

/** Whether the texts of a namespace are loaded in a language. */
export const hasTexts = (lng: TextLanguage, namespace: string): boolean =>
  i18next.hasResourceBundle(lng, namespace);

/** Whether a namespace has a text under `key`. */
export const hasText = (lng: TextLanguage, namespace: string, key: string): boolean =>
  typeof i18next.getResource(lng, namespace, key) === "string";

export interface TranslateOptions {
  /** What a `{{name}}` without a value becomes; empty by default. */
  readonly missing?: (placeholder: string) => string;
}

/**
 * The text under `key` in a namespace, with its values. `count` selects among `key_one` and `key_other`, `context` a variant. A missing text
 * is its key. Texts among the values are inserted as they are: `{{` and `$t(` in a value, which users may have typed, are not interpreted.
 */
export function translate(
  lng: TextLanguage,
  namespace: string,
  key: string,
  values: TextValues = {},
  { missing }: TranslateOptions = {},
): string {
  const { count, context } = values;
  if (count === undefined && context === undefined) {
    // Most texts have no values; `t` takes 11 µs for them, too much for a list that is drawn while scrolling.
    const plain: unknown = i18next.getResource(lng, namespace, key);
    if (typeof plain === "string" && !plain.includes("{{")) return plain;
  }
  return i18next.t(key, {
    lng,
    ns: namespace,
    replace: values,
    nest: false,
    ...(typeof count === "number" && { count: count || PLURAL }),
    ...(typeof context === "string" && { context }),
    ...(missing && {
      missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => missing(placeholder),
    }),
  });
}
