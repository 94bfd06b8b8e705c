import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Long work behind the bell, English. */
export const en: Dictionary<typeof pt> = {
  works: {
    title: "In progress",
    import: "Contact import: {{name}}",
    campaign: "Campaign: {{name}}",
    export: "Export: {{name}}",
    "company-import": "Company import: {{name}}",
    backup: "Installation backup",
    begins: "Starting…",
    count: "{{done}} of {{total}}",
    paused: "paused",
    soon: "less than 1 min",
    minutes: "about {{count}} min",
    hours: "about {{count}} h",
    stop: "Stop: {{name}}",
  },
};
