import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the help gallery, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "Help center ({{count}})",
    plainTitle: "Help center",
    search: "Search videos",
    emptyTitle: "No help videos yet",
    emptyText: "Videos that explain the system appear here.",
  },
  video: {
    watch: "Watch: {{title}}",
    consent: "When you watch it, the video is loaded from YouTube, which learns this computer's address.",
    play: "Watch on YouTube",
    cancel: "Not now",
    close: "Close the video",
  },
};
