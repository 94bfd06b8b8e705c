import { defineEvent } from "#platform/events/define-event.ts";
import type { NotificationRow } from "./schema.ts";

export type { NotificationRow } from "./schema.ts";

/** Users were notified. */
export const NotificationsCreated = defineEvent<{ readonly notifications: readonly NotificationRow[] }>(
  "notifications.created",
);
/** A user read notifications; `ids` null = all. */
export const NotificationsRead = defineEvent<{
  readonly userId: number;
  readonly ids: readonly number[] | null;
}>("notifications.read");
/** Notifications were deleted, because their reason has ended, their ticket was deleted or they were too old. */
export const NotificationsWithdrawn = defineEvent<{
  readonly userId: number;
  readonly ids: readonly number[];
}>("notifications.withdrawn");
