import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** The palette in English. */
export const en: Dictionary<typeof pt> = {
  palette: {
    placeholder: "Page, contact or ticket…",
    pages: "Pages",
    tickets: "Tickets",
    contacts: "Contacts",
    actions: "Actions",
    empty: "Nothing found",
    needsModifier: "Enter alone does not run “{{what}}”: click it or press {{keys}}.",
    hint: "Type at least 2 letters to find contacts and tickets.",
    toggleTheme: "Switch between light and dark theme",
  },
};
