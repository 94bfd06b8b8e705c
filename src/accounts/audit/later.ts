import { one } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type Note, noteIn, whoIs } from "./note.ts";

/**
 * Lines that must not make an answer wait, be it that they come with reading or that the time of an answer would tell
 * something (a wrong password of somebody who exists). Written together a second later; a kill in that second loses
 * them, which is why nothing that changes anything is noted here.
 */
interface Waiting {
  add(tenant: Tenant, line: Note): void;
  flush(): void;
}
export const WaitingPort = definePort<Waiting>("audit lines that wait");

/** Waiting lines of a company; what comes on top is told as a number. */
const MOST_WAITING = 500;
/** The same again is not told for so long, ms. */
const AGAIN_MS = 3_600_000;
const FAILURES_MS = 15 * 60_000;
const MOST_FAILURES = 20;

export function createWaiting({ clock, tenants, log }: Installation): Waiting {
  const byCompany = new Map<number, Note[]>();
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

const write = (tenant: Tenant, lines: readonly Note[]): void =>
  tenant.write((unit) => {
    for (const line of lines) if (isNews(tenant, line)) noteIn(unit, line);
  });

const SAME = `SELECT count(*) AS n FROM audit_log
  WHERE user_id IS ? AND kind = ? AND verb = ? AND thing_id IS ? AND at > ?`;

/** Looking again and being refused again tell nothing new for an hour; wrong passwords are told, up to a flood. */
function isNews({ db }: Tenant, { userId, kind, verb, thingId = null, at = 0 }: Note): boolean {
  const isFailure = verb === "sign-in-failed";
  const since = at - (isFailure ? FAILURES_MS : AGAIN_MS);
  const thing = thingId === null ? null : String(thingId);
  const same = one<{ n: number }>(db, SAME, userId, kind, verb, thing, since)?.n ?? 0;
  return same < (isFailure ? MOST_FAILURES : 1);
}

/** Somebody tried what is not theirs to do; the refusal itself is on its way. */
export function noteRefusal({ tenant, actor }: UserCtx, word: string, route: string): void {
  const { installation } = tenant;
  installation.ports.use(WaitingPort).add(tenant, {
    ...whoIs(actor),
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
export function noteLook({ tenant, actor }: UserCtx, ticketId: number): void {
  const looks = tenant.cached("audit looks", () => new Map<string, number>());
  const key = `${actor.sessionId}:${ticketId}`;
  const now = tenant.clock.now();
  if ((looks.get(key) ?? 0) > now - AGAIN_MS) return;
  if (looks.size >= MOST_LOOKS) looks.clear();
  looks.set(key, now);
  tenant.installation.ports
    .use(WaitingPort)
    .add(tenant, { ...whoIs(actor), kind: "ticket", verb: "seen", thingId: ticketId });
}

/** A wrong password for somebody of the company. */
export function noteFailedSignIn(
  tenant: Tenant,
  user: { readonly id: number; readonly name: string },
  ip: string,
): void {
  tenant.installation.ports.use(WaitingPort).add(tenant, {
    who: "person",
    userId: user.id,
    name: user.name,
    kind: "session",
    verb: "sign-in-failed",
    ip,
  });
}
