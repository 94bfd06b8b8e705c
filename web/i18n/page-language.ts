import { language } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** The language the page speaks now, for files the server writes in it. */
export const pageLanguage = (): Language => language.peek();
