import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of messages, the stream and the composer. Come with the first page. */
export const messages = defineLocales<typeof pt>("messages");
