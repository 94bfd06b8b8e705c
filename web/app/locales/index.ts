import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the shell: drawer, top bar, palette, shortcuts, session. Loaded with the first page. */
export const shell = defineLocales<typeof pt>("shell");
