import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  page: {
    title: "Quick replies",
    add: "New reply",
    search: "Search by shortcut or text",
    emptyTitle: "No quick replies yet",
    emptyText: "Save here what you write every day. In a conversation, type / to use it.",
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
    off: "Inactive",
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
    statusHelp: "Appears in the list when you type /.",
    saved: "Quick reply saved.",
    taken: "There is already a reply with this shortcut.",
  },
  file: {
    label: "File",
    add: "Attach a file",
    replace: "Replace the file",
    remove: "Remove the file",
    help: "It is sent along, with the message as its caption.",
    tooLarge: "The file is larger than 100 MB.",
    refused: "This type of file is not allowed.",
    empty: "The file is empty.",
  },
  preview: {
    title: "As the customer reads it",
    empty: "The message appears here as you type.",
  },
  remove: {
    deleted: "Quick reply deleted.",
  },
} as const satisfies Dictionary<typeof pt>;
