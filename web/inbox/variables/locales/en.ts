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
    userName: "Attendant",
    queue: "Queue",
    company: "Company",
  },
  problem: {
    unknown:
      "{{variable}} does not exist: the contact would read exactly this. Use one of the options below.",
    unfinished: "{{variable}} is incomplete: variables have two braces on each side.",
    braces: "{{variable}} would be sent exactly like this. Write {{right}} here.",
  },
  area: {
    insert: "Insert into {{field}}: {{variable}}",
    preview: "Preview of {{field}}",
  },
};
