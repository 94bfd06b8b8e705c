import { defineEvent } from "#platform/events/define-event.ts";
import type { Step } from "#tenants/in-steps.ts";
import type { PreferencesBody } from "./preferences/contract.ts";

interface OneUser {
  readonly userId: number;
}

export const UserCreated = defineEvent<OneUser>("user.created");
/** A user was changed; `rights`: profile, queues or notification rights changed. */
export const UserUpdated = defineEvent<OneUser & { readonly rights: boolean }>("user.updated");
/**
 * Emitted before a user loses these queues (null = all of them, because the user is deleted): listeners add the steps
 * that return the user's tickets. Each step reads its tickets again, because they may have changed since.
 */
export const UserEmptying = defineEvent<
  OneUser & { readonly queueIds: readonly number[] | null; readonly steps: Step[] }
>("user.emptying");
/**
 * Emitted within the transaction that removes the queues; open tickets there become pending
 * (docs/rules/users.md#saving).
 */
export const UserLeftQueues = defineEvent<OneUser & { readonly queueIds: readonly number[] }>(
  "user.left_queues",
);
/** Emitted within the transaction that hides the user; listeners return all open and offered tickets to pending. */
export const UserDeleted = defineEvent<OneUser>("user.deleted");
/** A user came online, went offline, or set or cleared `away`. */
export const UserPresenceChanged = defineEvent<
  OneUser & { readonly online: boolean; readonly away: boolean }
>("user.presence_changed");
/** The password of a user was changed: all sessions of the user end, except `keepSessionId`. */
export const UserPasswordChanged = defineEvent<OneUser & { readonly keepSessionId: number | undefined }>(
  "user.password_changed",
);
/** A user changed own preferences; `changes` has the new values only. */
export const PreferencesChanged = defineEvent<OneUser & { readonly changes: PreferencesBody }>(
  "user.preferences_changed",
);
