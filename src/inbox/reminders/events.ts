import { defineEvent } from "#platform/events/define-event.ts";

/** A user's reminder was created, changed, done or deleted. */
export const ReminderChanged = defineEvent<{
  readonly userId: number;
  readonly reminderId: number;
  readonly action: "create" | "update" | "delete";
}>("reminder.changed");
