import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts that all pages share: actions, states, fields, errors of the server. Loaded with the first page. */
export const common = defineLocales<typeof pt>("common");
