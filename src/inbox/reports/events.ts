import { defineEvent } from "#platform/events/define-event.ts";

/** A file of a report was started, progressed or ended. */
export const ReportFileChanged = defineEvent<{ readonly fileId: number; readonly userId: number }>(
  "report_file.changed",
);
