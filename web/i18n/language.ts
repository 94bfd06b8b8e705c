import { signal } from "@preact/signals-react";
import type { Language } from "./languages.ts";

/** Language of the page. */
export const language = signal<Language>("pt");

/** The language of the page, for files that the server writes in it. */
export const pageLanguage = (): Language => language.peek();

const start = Promise.withResolvers<void>();
/** Resolves as soon as the page has a language; no text can be loaded before. */
export const started: Promise<void> = start.promise;
/** For `startTranslations` only. */
export const markStarted = start.resolve;
