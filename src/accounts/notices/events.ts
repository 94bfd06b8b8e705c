import { defineEvent } from "#platform/events/define-event.ts";

/** A notice to the admins was stored. */
export const NoticeCreated = defineEvent<{
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}>("notice.created");
