import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the to-do list, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "To-do",
    private: "Only you can see this list. It is kept in this browser.",
    open_one: "{{count}} task to do",
    open_other: "{{count}} tasks to do",
    allDone: "All done.",
    emptyTitle: "No tasks here",
    emptyText: "Write down what must not be forgotten: type above and press Enter.",
    notStored: "This browser does not store data. The tasks are lost when the page is closed.",
  },
  form: {
    task: "New task",
    add: "Add",
    save: "Save",
  },
  row: {
    done: "Done: {{text}}",
    edit: "Edit: {{text}}",
    delete: "Delete: {{text}}",
    created: "Created {{time}}",
    updated: "changed {{time}}",
    deleted: "Task deleted.",
  },
};
