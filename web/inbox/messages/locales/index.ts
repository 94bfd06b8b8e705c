import type server from "#inbox/messages/locales/pt.json";
import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

export type MessageTexts = typeof pt & typeof server;

/** Texts of messages, the stream and the composer. Loaded with the first page. */
export const messages = defineLocales<MessageTexts>("messages");
