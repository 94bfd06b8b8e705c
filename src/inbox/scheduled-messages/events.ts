import { defineEvent } from "#platform/events/define-event.ts";

interface OneScheduledMessage {
  readonly scheduledMessageId: number;
}

export const ScheduledMessageCreated = defineEvent<OneScheduledMessage>("scheduled_message.created");
export const ScheduledMessageUpdated = defineEvent<OneScheduledMessage>("scheduled_message.updated");
/** `userId`: the author, who may see the message in addition to the admins. */
export const ScheduledMessageDeleted = defineEvent<OneScheduledMessage & { readonly userId: number }>(
  "scheduled_message.deleted",
);
