import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Names of the variables of texts, English. */
export const en: Dictionary<typeof pt> = {
  variable: {
    firstName: "First name",
    name: "Name",
    greeting: "Greeting",
    protocol: "Protocol",
    date: "Date",
    hour: "Hour",
  },
  greeting: {
    dawn: "Good night",
    morning: "Good morning",
    afternoon: "Good afternoon",
    night: "Good night",
  },
  area: {
    insert: "Insert into {{field}}: {{variable}}",
    preview: "Preview of {{field}}",
  },
};
