import type { UserActor } from "#tenants/tenant.ts";
import type { ScheduledMessage } from "./schema.ts";

type Person = Pick<UserActor, "id" | "profile">;

/** Attendants see and change their own, admins all (docs/rules/scheduled-messages.md#rights). */
export const isTheirs = (person: Person, row: Pick<ScheduledMessage, "userId">): boolean =>
  person.profile === "admin" || row.userId === person.id;

/** What was sent stays as it is. */
export const isSent = (row: Pick<ScheduledMessage, "sentAt">): boolean => row.sentAt !== null;

const HOUR_MS = 60 * 60_000;
/** A time that has only just passed means: at once (docs/rules/scheduled-messages.md#rights). */
const JUST_PASSED_MS = 5 * 60_000;

/** Whether a message may be planned for this time, ms. */
export const mayBePlannedFor = (sendAt: number, nowMs: number): boolean => sendAt >= nowMs - JUST_PASSED_MS;

/** Until when it may go, ms. */
export const latestAt = (row: Pick<ScheduledMessage, "sendAt" | "lateLimitHours">): number =>
  row.sendAt + row.lateLimitHours * HOUR_MS;
