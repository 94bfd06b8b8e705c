import { auditIn, type NewEntry } from "#accounts/audit/index.ts";
import { SessionEnded, SessionStarted } from "#accounts/auth/events.ts";
import { UserPasswordChanged } from "#accounts/users/events.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./sessions.sql.ts";

export interface Whose {
  readonly id: number;
  readonly name: string;
  readonly ip: string;
}

/** Records logins, ends of sessions and new passwords in the audit trail, in their transaction. */
export function auditSessions({ bus }: Installation): void {
  bus.within(SessionStarted, (unit, { sessionId }) =>
    add(unit, queryOne(unit.db, sql.userOfSession, { sessionId }), {
      kind: "session",
      action: "signed-in",
      subjectId: sessionId,
    }),
  );
  bus.within(SessionEnded, (unit, { sessionId, reason }) =>
    add(unit, queryOne(unit.db, sql.userOfSession, { sessionId }), {
      kind: "session",
      action: reason === "logout" ? "signed-out" : "session-ended",
      subjectId: sessionId,
      ...(reason !== "logout" && { details: { reason } }),
    }),
  );
  bus.within(UserPasswordChanged, (unit, { userId }) => {
    const whose = queryOne(unit.db, sql.userForAudit, { userId });
    add(unit, whose, {
      kind: "user",
      action: "password-set",
      subjectId: userId,
      subject: whose?.name ?? null,
    });
  });
}

/** The support's own sessions have their own entries (`support.ts`). */
function add(
  unit: TenantUnit,
  whose: Whose | undefined,
  entry: Pick<NewEntry, "kind" | "action" | "subjectId" | "subject" | "details">,
): void {
  if (whose) auditIn(unit, { who: "person", userId: whose.id, name: whose.name, ip: whose.ip, ...entry });
}
