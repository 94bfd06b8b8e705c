import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts about contacts who want no campaigns, English. */
export const en: Dictionary<typeof pt> = {
  optOut: {
    since: "No campaigns since {{date}}",
    undo: "Send campaigns again",
    undone: "{{name}} will receive campaigns again.",
  },
};
