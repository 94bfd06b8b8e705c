import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import { type AuditNote, auditActor, auditIn } from "./note.ts";

/**
 * Lines that must not make an answer wait, be it that they come with reading or that the time of an answer would tell
 * something (a wrong password of somebody who exists). Written together a second later; a kill in that second loses
 * them, which is why nothing that changes anything is noted here.
 */
interface DeferredEntries {
  add(tenant: Tenant, line: AuditNote): void;
  flush(): void;
}
export const DeferredEntriesPort = definePort<DeferredEntries>("audit lines that wait");

/** DeferredEntries lines of a company; what comes on top is told as a number. */
const MOST_WAITING = 500;
/** The same again is not told for so long, ms. */
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

/** Looking again and being refused again tell nothing new for an hour; wrong passwords are told, up to a flood. */
function isNews({ db }: Tenant, { userId, kind, verb, thingId = null, at = 0 }: AuditNote): boolean {
  const isFailure = verb === "sign-in-failed";
  const since = at - (isFailure ? FAILURES_MS : AGAIN_MS);
  const thing = thingId === null ? null : String(thingId);
  const same = queryOne(db, sql.countEqualEntries, { userId, kind, verb, thing, since })?.n ?? 0;
  return same < (isFailure ? MOST_FAILURES : 1);
}

/** Somebody tried what is not theirs to do; the refusal itself is on its way. */
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

/** More pairs remembered, and the list begins anew. */
const MOST_LOOKS = 10_000;

/**
 * Somebody reads an open conversation that another person attends. Costs a look into a list; told once an hour per
 * person and ticket.
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

/** A wrong password for somebody of the company. */
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
