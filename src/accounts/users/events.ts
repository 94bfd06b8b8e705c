import { defineEvent } from "#platform/events/define-event.ts";

interface OneUser {
  readonly userId: number;
}

export const UserCreated = defineEvent<OneUser>("user.created");
/** `rights`: profile, queues or notification rights are others now. */
export const UserUpdated = defineEvent<OneUser & { readonly rights: boolean }>("user.updated");
/**
 * Emitted within the transaction that removes the queues; open tickets there become pending
 * (docs/rules/users.md#saving).
 */
export const UserLeftQueues = defineEvent<OneUser & { readonly queueIds: readonly number[] }>(
  "user.left_queues",
);
/** Emitted inside the transaction that hides the user; all open and distributed tickets go back to pending. */
export const UserDeleted = defineEvent<OneUser>("user.deleted");
/** Came online, went offline, or set `away`. */
export const UserPresenceChanged = defineEvent<
  OneUser & { readonly online: boolean; readonly away: boolean }
>("user.presence_changed");
/** The password is another one; other sessions of the user end. `keepSessionId` stays, when given. */
export const UserPasswordChanged = defineEvent<OneUser & { readonly keepSessionId: number | undefined }>(
  "user.password_changed",
);
