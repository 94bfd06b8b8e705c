import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  page: {
    title: "Kanban",
    board: "Ticket board",
    lanes: "Lanes",
    openLane: "Open",
    queues: "Queues",
    attendants: "Attendants",
    noQueue: "No queue",
    noAttendant: "No attendant",
    none: "Nothing to choose",
    most: "Showing the 500 most recent tickets. Filter by queue to see the others.",
    noLanesTitle: "Create the first lane",
    noLanesText: "Every tag marked as “Kanban lane” becomes a lane of this board.",
    askLanes: "Ask an administrator to mark tags as “Kanban lane”.",
    toTags: "Go to Tags",
  },
  lane: {
    count_one: "{{count}} ticket",
    count_other: "{{count}} tickets",
    label: "{{name}}, {{count}}",
    empty: "Drag a ticket here",
  },
  card: {
    drag: "Drag {{name}}",
    move: "Move {{name}} to…",
    moveTo: "Move to…",
    moved: "{{name}} moved to {{lane}}",
    attendant: "Attendant: {{name}}",
  },
} as const satisfies Dictionary<typeof pt>;
