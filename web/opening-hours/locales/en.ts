import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of opening hours and holidays, English. */
export const en: Dictionary<typeof pt> = {
  day: {
    monday: "Monday",
    tuesday: "Tuesday",
    wednesday: "Wednesday",
    thursday: "Thursday",
    friday: "Friday",
    saturday: "Saturday",
    sunday: "Sunday",
  },
  week: {
    always: "Always open",
    alwaysHelp: "Switch it off to set the hours of each day.",
    closed: "Closed",
    allDay: "24 hours",
    open: "Open: {{day}}",
    start: "{{day}}, start of span {{number}}",
    end: "{{day}}, end of span {{number}}",
    until: "to",
    nextDay: "of the next day",
    addSpan: "Add a span on {{day}}",
    removeSpan: "Remove span {{number}} of {{day}}",
    more: "More options for {{day}}",
    copyToAll: "Copy to all days",
    copyToWeekdays: "Copy to working days",
    openAllDay: "Open all day",
    wrongTime: "Use a time such as 08:00.",
  },
  holidays: {
    title: "Holidays",
    help: "They win over the days of the week. Without spans the day is closed.",
    none: "No holidays yet.",
    add: "Add a holiday",
    date: "Date",
    yearly: "Every year",
    closed: "Closed all day",
    remove: "Remove the holiday {{date}}",
    addSpan: "Add a span",
    removeSpan: "Remove span {{number}}",
    start: "Start of span {{number}}",
    end: "End of span {{number}}",
  },
};
