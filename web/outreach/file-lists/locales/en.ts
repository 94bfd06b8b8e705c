import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  page: {
    title: "File lists",
    add: "New list",
    emptyTitle: "No file lists yet",
    emptyText:
      "Keep the catalogs, price lists and photos that go with your campaigns here. Create the first list.",
  },
  column: {
    name: "Name",
    message: "Message",
    files: "Files",
    actions: "Actions",
  },
  row: {
    edit: "Edit {{name}}",
    delete: "Delete {{name}}",
    files_one: "{{count}} file",
    files_other: "{{count}} files",
    missing_one: "{{count}} without a file",
    missing_other: "{{count}} without a file",
  },
  form: {
    addTitle: "New file list",
    editTitle: "Edit file list",
    name: "Name",
    nameTooShort: "Name too short",
    message: "Message",
    messageHelp: "Sent once, with the first file. Variables like {nome} work here too.",
    options: "Options",
    optionName: "Name of option {{number}}",
    addOption: "Add option",
    removeOption: "Remove option {{number}}",
    noOptions: "Each option carries a file. Add the first one.",
    file: "File of option {{number}}",
    attach: "Attach file",
    replace: "Replace",
    removeFile: "Remove {{name}}",
    open: "Open {{name}}",
    tooLarge: "The file is larger than 100 MB.",
    sending: "Sending {{name}}",
    saved: "File list saved.",
    notSent: "The list was saved, but a file could not be sent.",
  },
  remove: {
    title: "Delete {{name}}?",
    files_one: "{{count}} file is deleted with it.",
    files_other: "{{count}} files are deleted with it.",
    deleted: "File list deleted.",
  },
} as const satisfies Dictionary<typeof pt>;
