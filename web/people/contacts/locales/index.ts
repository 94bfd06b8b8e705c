import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the contact drawer and dialogs. Loaded with the first page. */
export const contactTexts = defineLocales<typeof pt>("contacts");
