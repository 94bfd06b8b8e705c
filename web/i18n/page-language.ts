import { i18n } from "./i18n.ts";
import { type Language, pickLanguage } from "./languages.ts";

/** The language the page speaks now, for files the server writes in it. */
export const pageLanguage = (): Language => pickLanguage([i18n.language]);
