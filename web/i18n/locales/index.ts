import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Words that every page shares: actions, states, fields, errors of the server. Come with the first page. */
export const common = defineLocales<typeof pt>("common");
