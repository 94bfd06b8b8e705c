import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the ticket page. Loaded with the first page. */
export const ticketTexts = defineLocales<typeof pt>("tickets");
