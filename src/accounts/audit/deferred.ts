import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import { type AuditNote, auditActor, auditIn } from "./note.ts";

/**
 * Entries that must not delay a response: entries about reading, and entries whose duration would reveal
 * something (a wrong password of an existing user). Written together a second later. A kill in that second
 * loses them, so changes are never recorded here.
 */
interface DeferredEntries {
  add(tenant: Tenant, line: AuditNote): void;
  flush(): void;
}
export const DeferredEntriesPort = definePort<DeferredEntries>("audit lines that wait");

/** Maximum number of waiting entries per company; the rest is only counted. */
const MOST_WAITING = 500;
/** An identical entry is not repeated within this time, ms. */
const AGAIN_MS = 3_600_000;
const FAILURES_MS = 15 * 60_000;
const MOST_FAILURES = 20;

export function createDeferredEntries({ clock, tenants, log }: Installation): DeferredEntries {
  const byCompany = new Map<number, AuditNote[]>();
  return {
    add(tenant, line) {
      const lines = byCompany.get(tenant.id) ?? [];
      byCompany.set(tenant.id, lines);
      if (lines.length < MOST_WAITING) lines.push({ ...line, at: clock.now() });
    },
    flush() {
      for (const [id, lines] of byCompany) {
        byCompany.delete(id);
        try {
          if (tenants.exists(id)) write(tenants.open(id), lines);
        } catch (error) {
          log.error({ company: id, err: error }, "lines of the audit trail could not be written");
        }
      }
    },
  };
}

const write = (tenant: Tenant, lines: readonly AuditNote[]): void =>
  tenant.write((unit) => {
    for (const line of lines) if (isNews(tenant, line)) auditIn(unit, line);
  });

/** Repeated reads and refusals are recorded once an hour; failed sign-ins are recorded up to a limit. */
function isNews({ db }: Tenant, { userId, kind, verb, thingId = null, at = 0 }: AuditNote): boolean {
  const isFailure = verb === "sign-in-failed";
  const since = at - (isFailure ? FAILURES_MS : AGAIN_MS);
  const thing = thingId === null ? null : String(thingId);
  const same = queryOne(db, sql.countEqualEntries, { userId, kind, verb, thing, since })?.n ?? 0;
  return same < (isFailure ? MOST_FAILURES : 1);
}

/** Records that a user was refused; the refusal itself is already being sent. */
export function auditRefusal({ tenant, actor }: UserCtx, word: string, route: string): void {
  const { installation } = tenant;
  installation.ports.use(DeferredEntriesPort).add(tenant, {
    ...auditActor(actor),
    kind: "route",
    verb: "refused",
    thingId: word,
    details: { route },
  });
}

/** The list is cleared beyond this number of pairs. */
const MOST_LOOKS = 10_000;

/**
 * Records that a user reads an open conversation of another attendant. One lookup in memory; at most one
 * entry per hour, user and ticket.
 */
export function auditTicketRead({ tenant, actor }: UserCtx, ticketId: number): void {
  const looks = tenant.cached("audit looks", () => new Map<string, number>());
  const key = `${actor.sessionId}:${ticketId}`;
  const now = tenant.clock.now();
  if ((looks.get(key) ?? 0) > now - AGAIN_MS) return;
  if (looks.size >= MOST_LOOKS) looks.clear();
  looks.set(key, now);
  tenant.installation.ports
    .use(DeferredEntriesPort)
    .add(tenant, { ...auditActor(actor), kind: "ticket", verb: "seen", thingId: ticketId });
}

/** Records a wrong password for an existing user of the company. */
export function auditFailedSignIn(
  tenant: Tenant,
  user: { readonly id: number; readonly name: string },
  ip: string,
): void {
  tenant.installation.ports.use(DeferredEntriesPort).add(tenant, {
    who: "person",
    userId: user.id,
    name: user.name,
    kind: "session",
    verb: "sign-in-failed",
    ip,
  });
}
