import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Long work behind the bell, English. */
export const en: Dictionary<typeof pt> = {
  works: {
    title: "Under way",
    import: "Import of contacts: {{name}}",
    campaign: "Campaign: {{name}}",
    export: "Export: {{name}}",
    "company-import": "Company import: {{name}}",
    backup: "Backup of the installation",
    begins: "Beginning…",
    count: "{{done}} of {{total}}",
    paused: "paused",
    soon: "less than 1 min",
    minutes: "about {{count}} min",
    hours: "about {{count}} h",
    stop: "Stop: {{name}}",
  },
};
