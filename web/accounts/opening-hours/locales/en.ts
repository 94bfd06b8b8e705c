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
    alwaysHelp: "Turn it off to set the hours of each day.",
    closed: "Closed",
    allDay: "24 hours",
    open: "Open: {{day}}",
    start: "{{day}}, start of period {{number}}",
    end: "{{day}}, end of period {{number}}",
    until: "to",
    nextDay: "of the next day",
    addSpan: "Add a period on {{day}}",
    removeSpan: "Remove period {{number}} of {{day}}",
    more: "More options for {{day}}",
    copyToAll: "Copy to all days",
    copyToWeekdays: "Copy to weekdays",
    openAllDay: "Open all day",
    wrongTime: "Use a time such as 08:00.",
  },
  holidays: {
    title: "Holidays",
    help: "They take priority over the days of the week. Without periods, the day is closed.",
    none: "No holidays yet.",
    add: "Add a holiday",
    date: "Date",
    yearly: "Repeats every year",
    closed: "Closed all day",
    remove: "Remove the holiday {{date}}",
    addSpan: "Add a period",
    removeSpan: "Remove period {{number}}",
    start: "Start of period {{number}}",
    end: "End of period {{number}}",
  },
};
