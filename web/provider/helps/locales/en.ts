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
  admin: {
    add: "Add video",
    search: "Search videos",
    emptyTitle: "No help videos yet",
    emptyText: "Add the first video; every company sees it in the help center.",
    title: "Title",
    video: "Video",
    actions: "Actions",
    edit: "Edit {{title}}",
    delete: "Delete {{title}}",
    addTitle: "New video",
    editTitle: "Edit video",
    description: "Description",
    code: "Video code",
    codeHelp: "The letters after watch?v= in the YouTube address.",
    saved: "Operation completed successfully!",
    failed:
      "The operation could not be completed. Check whether there is already a video with the same title or whether the fields were filled in correctly.",
    removeTitle: "Delete {{title}}?",
    removeFailed: "The operation could not be completed.",
  },
  news: {
    title: "What's new",
    running: "Running version: {{version}}",
    next: "In this version",
  },
};
