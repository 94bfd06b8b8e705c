import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  page: {
    title: "Tags",
    add: "New tag",
    emptyTitle: "No tags yet",
    emptyText: "Tags mark tickets by subject or stage and work as filters. Create the first one.",
    select: "Select {{name}}",
    selected_one: "{{count}} selected",
    selected_other: "{{count}} selected",
    deleteSelected: "Delete selected",
    clearSelection: "Clear selection",
  },
  column: {
    name: "Tag",
    kanban: "Kanban",
    tickets: "Tickets",
    actions: "Actions",
  },
  row: {
    edit: "Edit {{name}}",
    delete: "Delete {{name}}",
    lane: "Kanban lane",
  },
  form: {
    addTitle: "New tag",
    editTitle: "Edit tag",
    name: "Name",
    tooShort: "Name is too short",
    color: "Color",
    otherColor: "Choose another color",
    kanban: "Kanban lane",
    kanbanHelp: "The tag becomes a lane of the Kanban board.",
    saved: "Tag saved.",
  },
  remove: {
    title: "Delete {{name}}?",
    titleMany_one: "Delete {{count}} tag?",
    titleMany_other: "Delete {{count}} tags?",
    tickets_one: "It will be removed from {{count}} ticket.",
    tickets_other: "It will be removed from {{count}} tickets.",
    deleted: "Tag deleted.",
    deletedMany: "Tags deleted.",
  },
} as const satisfies Dictionary<typeof pt>;
