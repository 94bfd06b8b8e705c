import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the dashboard, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "Dashboard",
    skipped: "Choose a filter",
    failed: "The figures could not be loaded",
    updating: "Updating…",
  },
  filter: {
    label: "Filter",
    kind: "Filter type",
    byDate: "Filter by date",
    byPeriod: "Filter by period",
    start: "Start date",
    end: "End date",
    period: "Period",
    none: "None selected",
    lastDays: "Last {{count}} days",
    apply: "Filter",
    queues: "Queues",
    noQueues: "There are no queues yet",
    withoutQueue: "No queue",
    connections: "Connections",
    noConnections: "There are no connections yet",
  },
  card: {
    supportPending: "Pending tickets",
    supportHappening: "Tickets in progress",
    supportFinished: "Finished tickets",
    leads: "New contacts",
    avgSupportTime: "Average handling time",
    avgWaitTime: "Average wait time",
    avgFirstResponse: "Average time to first response",
    dueDate: "Due date",
    now: "now",
    noDueDate: "No due date",
    daysLeft_one: "{{count}} day left",
    daysLeft_other: "{{count}} days left",
    dueToday: "due today",
    overdue: "overdue",
    how: "How it is calculated: {{name}}",
  },
  change: {
    same: "same as the previous period",
    none: "no earlier period to compare with",
    more: "{{percent}}% more than from {{from}} to {{to}}",
    less: "{{percent}}% less than from {{from}} to {{to}}",
  },
  formula: {
    supportPending:
      "Tickets waiting right now, regardless of the period. Groups, imported tickets and tickets started on the phone do not count.",
    supportHappening:
      "Tickets in progress right now, regardless of the period. Groups, imported tickets and tickets started on the phone do not count.",
    supportFinished: "Tickets finished in the period that had an attendant.",
    leads: "Contacts created in the period that wrote to the company.",
    avgSupportTime:
      "Average time from an attendant accepting the ticket until it is resolved, for tickets finished in the period.",
    avgWaitTime:
      "Average time from entering the queue until an attendant accepts, for tickets started in the period.",
    avgFirstResponse:
      "Average time from entering the queue until the first message from a person, for first responses in the period.",
  },
  hours: {
    title: "Tickets today: {{count}}",
    at: "{{hour}}h: {{count}}",
    hour: "Hour",
    count: "Tickets",
    empty: "No tickets have started today yet.",
  },
  attendants: {
    title: "Attendants",
    name: "Name",
    rating: "Ratings",
    ratingHint: "1 - Dissatisfied, 2 - Satisfied, 3 - Very satisfied",
    rated: "{{rate}} of 3",
    notRated: "Not rated",
    avgSupportTime: "Avg. handling time",
    tickets: "Finished",
    status: "Status (now)",
    online: "Online",
    offline: "Offline",
    export: "Export CSV",
    empty: "There are no attendants yet",
  },
};
