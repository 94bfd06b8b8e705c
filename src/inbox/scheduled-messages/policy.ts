import type { UserActor } from "#tenants/tenant.ts";
import type { ScheduledMessage } from "./schema.ts";

type Person = Pick<UserActor, "id" | "profile">;

/** Attendants may see and change their own scheduled messages, admins all (docs/rules/scheduled-messages.md#rights). */
export const isTheirs = (person: Person, row: Pick<ScheduledMessage, "userId">): boolean =>
  person.profile === "admin" || row.userId === person.id;

/** True for a message that was sent and can no longer be changed. */
export const isSent = (row: Pick<ScheduledMessage, "sentAt">): boolean => row.sentAt !== null;

const HOUR_MS = 60 * 60_000;
/** A time that passed less than this ago means "send now", ms (docs/rules/scheduled-messages.md#rights). */
const JUST_PASSED_MS = 5 * 60_000;

/** Whether a message may be scheduled for this time, ms. */
export const mayBePlannedFor = (sendAt: number, nowMs: number): boolean => sendAt >= nowMs - JUST_PASSED_MS;

/** Latest time at which the message may be sent, ms. */
export const latestAt = (row: Pick<ScheduledMessage, "sendAt" | "lateLimitHours">): number =>
  row.sendAt + row.lateLimitHours * HOUR_MS;
