import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the ticket page; loaded with the first page of the app. */
export const ticketTexts = defineLocales<typeof pt>("tickets");
