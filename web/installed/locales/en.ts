import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  version: {
    newer: "There is a new version of Balcão.",
    reload: "Reload",
  },
};
