import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  page: {
    title: "Quick replies",
    add: "New reply",
    search: "Search by shortcut or text",
    emptyTitle: "No quick replies yet",
    emptyText: "Keep what you write every day here. In a conversation, type / to use it.",
  },
  column: {
    shortcode: "Shortcut",
    message: "Message",
    scope: "Use",
    file: "File",
    actions: "Actions",
  },
  row: {
    edit: "Edit {{name}}",
    delete: "Delete {{name}}",
    shared: "Shared",
    own: "Only mine",
    off: "Off",
  },
  form: {
    addTitle: "New quick reply",
    editTitle: "Edit quick reply",
    shortcode: "Shortcut",
    shortcodeHelp: "In a conversation, type / and the shortcut.",
    message: "Message",
    shared: "Shared",
    sharedHelp: "Every attendant can use it.",
    status: "Active",
    statusHelp: "Offered when typing /.",
    saved: "Quick reply saved.",
    taken: "There is a reply with this shortcut already.",
  },
  file: {
    label: "File",
    add: "Attach a file",
    replace: "Replace the file",
    remove: "Remove the file",
    help: "Goes along, with the message as its caption.",
    tooLarge: "The file is larger than 100 MB.",
    refused: "This type of file is not allowed.",
    empty: "The file is empty.",
  },
  preview: {
    title: "As the customer reads it",
    empty: "The message shows here while you write.",
  },
  remove: {
    deleted: "Quick reply deleted.",
  },
} as const satisfies Dictionary<typeof pt>;
