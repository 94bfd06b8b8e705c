import { defineEvent } from "#platform/events/define-event.ts";

/** A file of a report began, went on or ended. */
export const ReportFileChanged = defineEvent<{ readonly fileId: number; readonly userId: number }>(
  "report_file.changed",
);
