import { signal } from "@preact/signals-react";
import type { BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { loadTexts } from "./dictionary.ts";
import { i18n, markStarted } from "./i18n.ts";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "./languages.ts";

/** Language on screen now. */
export const language = signal<Language>("pt");

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (wanted, namespace) => loadTexts(wanted as Language, namespace) as Promise<Record<string, string>>,
};

/** Starts the translations in a language and loads the named texts before the first paint. */
export async function startTranslations(first: Language, names: readonly string[]): Promise<void> {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: first,
      fallbackLng: false,
      supportedLngs: [...LANGUAGES],
      ns: [...names],
      defaultNS: names[0] ?? "common",
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    });
  markStarted();
  show(first);
}

/** Changes the language of the page without a reload. The old one stays until the new texts are here. */
export async function changeLanguage(next: Language): Promise<void> {
  await i18n.changeLanguage(next);
  show(next);
}

function show(next: Language): void {
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGE_TAGS[next];
}
