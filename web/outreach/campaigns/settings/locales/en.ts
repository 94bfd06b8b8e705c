import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the campaign settings, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "Campaign settings",
    saved: "Settings saved",
    pace: "Sending pace",
    paceHelp:
      "A human pace protects the number from being blocked. It applies to all campaigns, from the next wait on.",
    variables: "Variables",
    variablesHelp: "Company texts to use in messages: write the shortcut in braces.",
    rules: "When and to whom to send",
  },
  pace: {
    messageInterval: "Interval between recipients",
    longerIntervalAfter: "Longer interval after",
    greaterInterval: "Longer interval",
    none: "No interval",
    never: "Never",
    seconds: "{{count}} s",
    messages_one: "{{count}} message",
    messages_other: "{{count}} messages",
  },
  example: {
    title: "Example",
    plain: "{{wait}} s from one recipient to the next, give or take up to 20%.",
    longer_one: "After every message, {{wait}} s.",
    longer_other: "After every {{count}} messages, {{wait}} s.",
    noLonger: "Without longer pauses.",
    duration: "100 recipients take about {{length}}; 500, about {{more}}.",
    fast: "The faster the pace, the greater the risk that WhatsApp blocks the number.",
    strip: "A picture of the pace: every dot is a recipient",
  },
  variable: {
    shortcut: "Shortcut",
    shortcutHelp: "Letters, digits and _",
    content: "Content",
    add: "Add variable",
    remove: "Delete the variable {{key}}",
    taken: "This shortcut already exists.",
    invalid: "Use up to 30 letters, digits or _.",
    builtIn: "This shortcut is reserved.",
    empty: "No variables yet. {nome}, {primeiro_nome}, {numero} and {email} are always available.",
  },
};
