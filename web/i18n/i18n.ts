import { signal } from "@preact/signals-react";
import { createInstance, type FormatterModule } from "i18next";
import type { Language } from "./languages.ts";

/** Language of the page. */
export const language = signal<Language>("pt");

const start = Promise.withResolvers<void>();
/** Resolved once the page has a language; texts cannot be loaded before. */
export const started: Promise<void> = start.promise;
/** For `startTranslations` only. */
export const markStarted = start.resolve;

/** Texts of a feature: groups of texts; a group may contain groups. */
export interface Texts {
  readonly [key: string]: string | Texts;
}
/** Values for `{{name}}` in a text; `count` also selects the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Writes `{{count}}` as the language writes numbers; every other value as it is. */
const formatter: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, lng, options) =>
    options?.["interpolationkey"] === "count" && typeof value === "number"
      ? value.toLocaleString(lng)
      : value,
};

const i18next = createInstance();
void i18next.use(formatter).init({
  lng: "pt",
  initAsync: false,
  load: "currentOnly",
  nsSeparator: false,
  ignoreJSONStructure: false,
  // React escapes; a second escaping would show `&amp;` to users.
  interpolation: { escapeValue: false, alwaysFormat: true },
  missingInterpolationHandler: () => "",
});

/** Adds the texts of a namespace (the name of a feature's `Locales`) in one language. */
export function addTexts(lng: Language, namespace: string, texts: Texts): void {
  i18next.addResourceBundle(lng, namespace, texts, false, true, { silent: true, skipCopy: true });
  if (!namespaces.includes(namespace)) namespaces.push(namespace);
}

const namespaces: string[] = [];

/** Whether the texts of a namespace are loaded in a language. */
export const hasTexts = (lng: Language, namespace: string): boolean =>
  i18next.hasResourceBundle(lng, namespace);

/** Namespaces whose texts are loaded in a language. */
export const namespacesIn = (lng: Language): readonly string[] =>
  namespaces.filter((namespace) => hasTexts(lng, namespace));

export interface TranslateOptions {
  /** What a `{{name}}` without a value becomes; empty by default. */
  readonly missing?: (placeholder: string) => string;
}

/**
 * The text under `key` in a namespace, with its values. `count` selects among `key_one` and `key_other`. A missing text is its key.
 * Values are inserted as they are: `{{` and `$t(` in a value, which users may have typed, are not interpreted.
 */
export function translate(
  lng: Language,
  namespace: string,
  key: string,
  values: TextValues = {},
  { missing }: TranslateOptions = {},
): string {
  const { count } = values;
  return i18next.t(key, {
    lng,
    ns: namespace,
    replace: values,
    nest: false,
    ...(typeof count === "number" && { count }),
    ...(missing && {
      missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => missing(placeholder),
    }),
  });
}

/** Whether a namespace has a text under `key`. */
export const hasText = (lng: Language, namespace: string, key: string): boolean =>
  typeof i18next.getResource(lng, namespace, key) === "string";
