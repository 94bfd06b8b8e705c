import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import { auditActor, auditIn, type NewEntry } from "./write.ts";

/**
 * Entries that are written up to a second after the response: those about reading, and those whose duration would
 * reveal something (a wrong password of an existing user). A kill in that second loses them, so changes are never
 * recorded here.
 */
interface DeferredEntries {
  add(tenant: Tenant, entry: NewEntry): void;
  flush(): void;
}
export const DeferredEntriesPort = definePort<DeferredEntries>("deferred audit entries");

/** Maximum number of waiting entries per company; further ones are dropped. */
const MOST_WAITING = 500;
/** An identical entry is not repeated within this time, ms. */
const AGAIN_MS = 3_600_000;
const FAILURES_MS = 15 * 60_000;
const MOST_FAILURES = 20;

export function createDeferredEntries({ clock, tenants, log }: Installation): DeferredEntries {
  const byCompany = new Map<number, NewEntry[]>();
  return {
    add(tenant, entry) {
      const entries = byCompany.get(tenant.id) ?? [];
      byCompany.set(tenant.id, entries);
      if (entries.length < MOST_WAITING) entries.push({ ...entry, at: clock.now() });
    },
    flush() {
      for (const [id, entries] of byCompany) {
        byCompany.delete(id);
        try {
          if (tenants.exists(id)) write(tenants.open(id), entries);
        } catch (error) {
          log.error({ company: id, err: error }, "deferred audit entries could not be written and are lost");
        }
      }
    },
  };
}

const write = (tenant: Tenant, entries: readonly NewEntry[]): void =>
  tenant.write((unit) => {
    for (const entry of entries) if (isNews(tenant, entry)) auditIn(unit, entry);
  });

/** Repeated reads and refusals are recorded once an hour; failed sign-ins are recorded up to a limit. */
function isNews({ db }: Tenant, { userId, kind, action, subjectId = null, at = 0 }: NewEntry): boolean {
  const isFailure = action === "sign-in-failed";
  const since = at - (isFailure ? FAILURES_MS : AGAIN_MS);
  const known = {
    userId,
    kind,
    action,
    subjectId: subjectId === null ? null : String(subjectId),
    since,
  };
  const same = queryOne(db, sql.countEqualEntries, known)?.n ?? 0;
  return same < (isFailure ? MOST_FAILURES : 1);
}

/** Records that a user was refused. The 403 response does not wait for the entry. */
export function auditRefusal({ tenant, actor }: UserCtx, code: string, route: string): void {
  const { installation } = tenant;
  installation.ports.use(DeferredEntriesPort).add(tenant, {
    ...auditActor(actor),
    kind: "route",
    action: "refused",
    subjectId: code,
    details: { route },
  });
}

/** Maximum number of remembered pairs of login session and ticket. When it is reached, all pairs are dropped. */
const MOST_READS = 10_000;

/**
 * Records that a user reads an open conversation of another attendant. One lookup in memory; at most one
 * entry per hour, user and ticket.
 */
export function auditTicketRead({ tenant, actor }: UserCtx, ticketId: number): void {
  const reads = tenant.cached("audited reads", () => new Map<string, number>());
  const key = `${actor.sessionId}:${ticketId}`;
  const now = tenant.clock.now();
  if ((reads.get(key) ?? 0) > now - AGAIN_MS) return;
  if (reads.size >= MOST_READS) reads.clear();
  reads.set(key, now);
  tenant.installation.ports
    .use(DeferredEntriesPort)
    .add(tenant, { ...auditActor(actor), kind: "ticket", action: "seen", subjectId: ticketId });
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
    action: "sign-in-failed",
    ip,
  });
}
