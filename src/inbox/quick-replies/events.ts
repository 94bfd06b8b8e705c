import { defineEvent } from "#platform/events/define-event.ts";
import type { QuickReply } from "./schema.ts";

/** `before` is null for a new quick reply. */
export const QuickReplySaved = defineEvent<{
  readonly before: QuickReply | null;
  readonly after: QuickReply;
}>("quick_reply.saved");
export const QuickReplyDeleted = defineEvent<{ readonly reply: QuickReply }>("quick_reply.deleted");
