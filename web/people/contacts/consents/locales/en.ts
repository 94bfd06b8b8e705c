import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  consent: {
    title: "Privacy",
    told: "Privacy notice sent on {{date}}",
    version: "{{connection}}, version {{version}}",
    withdrawn: "Opted out on {{date}}",
  },
};
