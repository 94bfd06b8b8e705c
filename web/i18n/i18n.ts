import { createInstance } from "i18next";

/** The one instance of the page; `startTranslations` fills it. */
export const i18n = createInstance();

const start = Promise.withResolvers<void>();
/** Resolved once the page has a language; texts cannot be loaded before. */
export const started: Promise<void> = start.promise;
/** To be called by `startTranslations` alone. */
export const markStarted = start.resolve;
