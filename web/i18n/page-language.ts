import { language } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** The language of the page, for files that the server writes in it. */
export const pageLanguage = (): Language => language.peek();
