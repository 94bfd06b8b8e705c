import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  page: {
    title: "No connection",
    text: "The server could not be reached. We keep trying; {{brand}} will come back automatically.",
    now: "Try now",
    drafts: "Drafts",
    draftsText: "What you wrote and have not sent yet is kept on this device.",
    noDrafts: "No drafts kept",
    tasks: "To-dos",
    noTasks: "No to-dos",
    copy: "Copy the text",
    copied: "Text copied",
  },
};
