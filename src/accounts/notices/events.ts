import { defineEvent } from "#platform/events/define-event.ts";

/** Something admins should know was written down. */
export const NoticeCreated = defineEvent<{
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}>("notice.created");
