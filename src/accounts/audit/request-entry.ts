import { definitionOf } from "#accounts/settings/index.ts";
import type { BeforeCommit, TransactionObserver } from "#tenants/audited-tenant.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { AuditAction } from "./action.ts";
import type { AuditDetails } from "./contract.ts";
import type { AuditNote } from "./insert.ts";
import { auditActor, auditCompany, auditIn, auditProvider, note } from "./note.ts";
import { createdSince, difference, differs, isVisible, type Look, look, nameOf, newest } from "./snapshot.ts";
import { type AuditSubject, type RouteCall, subjectOf } from "./subject.ts";

/** A request with its audit action and its actor. */
export interface AuditedCall {
  readonly route: AppRoute;
  readonly word: AuditAction;
  readonly ctx: UserCtx;
  readonly call: RouteCall;
}

/**
 * Warning when a change was committed without its audit entry, because it was written outside the request's
 * transactions.
 */
export const LATE_LINE = "change committed without its audit entry";

/** The audit entry of one request, until it is written. */
export interface Line {
  /** Writes the entry in the transaction of the change. */
  readonly onlooker: TransactionObserver;
  /**
   * Ends a successful request: writes the entry if no transaction has written it, and stops observing transactions.
   */
  readonly end: (answer: unknown) => Promise<void>;
  /** Ends a failed request without an entry. */
  readonly cancel: () => void;
}

/** Verbs that create something. */
const MAKES: ReadonlySet<AuditAction["verb"]> = new Set(["created", "imported"]);
/**
 * Verbs whose effect is visible in the rows; the entry of any other verb is written with the first
 * transaction.
 */
const SHOWS: ReadonlySet<AuditAction["verb"]> = new Set(["changed", "removed"]);

/**
 * The entry is written in the transaction in which its subject was created, deleted or changed; a request
 * that changes it in several transactions gets an entry for each, with its own fields. Where the rows do not
 * show it (an export started, many contacts deleted), the entry is written with the first transaction of the
 * request, so that no action stays without one.
 */
export function createRequestEntry(said: AuditedCall): Line {
  const { route, word, ctx } = said;
  const about = subjectOf(word, ctx, said.call);
  const { thing, db, id: given } = about;
  const makes = MAKES.has(word.verb) && given === null;
  const shows = SHOWS.has(word.verb) && isVisible(thing, given);
  const see = () => look(db, thing, given);
  const start = see();
  const newestAtStart = makes ? newest(db, thing) : 0;
  // `true`: committed. A unit: written in it; after a rollback the entry is written again.
  let told: TenantUnit | boolean = false;
  let isOver = false;

  const begin = (file: AuditSubject["file"], unit?: TenantUnit): BeforeCommit => {
    if (isOver || (thing.table !== undefined && file !== about.file)) return () => undefined;
    const before = see();
    const since = makes ? newest(db, thing) : 0;
    return (answer) => {
      const made = makes ? createdSince(db, thing, since) : null;
      const id = given ?? made?.id ?? (makes ? idOf(answer) : null);
      const after = look(db, thing, id);
      if (makes ? thing.table !== undefined && !after : shows && !differs(before, after)) return;
      const line = lineOf(said, about, { id, before, after, answer, made: made?.count });
      const isTold = told === true || (unit !== undefined && told === unit);
      if (isTold && !made && !line.details?.fields?.length) return;
      write(ctx.tenant.base, about, line, after ?? before, unit);
      told = unit ?? true;
      unit?.afterCommit(() => {
        told = true;
      });
    };
  };
  return {
    onlooker: { inCompany: (unit) => begin("company", unit), inSystem: () => begin("system") },
    cancel() {
      isOver = true;
    },
    async end(answer) {
      isOver = true;
      const renewed = makes ? known(answer, newestAtStart).filter((one) => look(db, thing, one)) : [];
      if (renewed.length > 0)
        await batchedWrite(ctx.tenant, () => {
          for (const one of renewed) {
            const after = look(db, thing, one);
            const line = lineOf(said, about, { id: one, before: after, after, answer: undefined });
            write(ctx.tenant.base, about, { ...line, verb: "renewed" }, after);
          }
        });
      if (told === true || renewed.length > 0) return;
      const id = given ?? idOf(answer);
      const after = look(db, thing, id);
      const line = lineOf(said, about, { id, before: start, after, answer });
      const escaped = makes
        ? createdSince(db, thing, newestAtStart)
        : shows && (line.details?.fields?.length || !start !== !after);
      if (escaped) ctx.tenant.log.warn({ route: `${route.method} ${route.path}` }, LATE_LINE);
      // Batched with other entries of this turn of the event loop: a hundred entries cost one sync.
      await batchedWrite(ctx.tenant, () => write(ctx.tenant.base, about, line, after ?? start));
    },
  };
}

/** Writes an entry to the trail it belongs to, within the open transaction. */
function write(
  tenant: Tenant,
  { thing, trail }: AuditSubject,
  line: AuditNote,
  found: Look | undefined,
  unit?: TenantUnit,
): void {
  if (trail === "company") {
    if (unit) auditIn(unit, line);
    else note(tenant, line);
    return;
  }
  const company = thing.company === undefined ? undefined : found?.row[thing.company];
  const companyId = typeof company === "number" ? company : null;
  if (companyId !== null) auditCompany(tenant, companyId, line);
  else auditProvider(tenant.installation, line);
}

interface Seen {
  readonly id: string | null;
  readonly before: Look | undefined;
  readonly after: Look | undefined;
  readonly answer: unknown;
  readonly made?: number | undefined;
}

function lineOf(
  { route, word, ctx: { actor }, call: { body, query, ip } }: AuditedCall,
  { thing }: AuditSubject,
  { id, before, after, answer, made = 1 }: Seen,
): AuditNote {
  const path = word.kind === "route" ? `${route.method} ${route.path}` : null;
  const details: AuditDetails = {
    ...(word.kind === "setting" ? settingDetails(id, before, after) : difference(thing, before, after)),
    ...countOf(body, query, answer),
    ...(made > 1 && { count: made }),
    ...(path && { route: path }),
  };
  return {
    ...auditActor(actor),
    ...word,
    thingId: path ?? (made > 1 ? null : id),
    thing: made > 1 ? null : nameOf(thing, after ?? before),
    details,
    ip,
  };
}

/** A setting has a name and a value; the value is shown unless it is a secret. */
function settingDetails(key: string | null, before: Look | undefined, after: Look | undefined): AuditDetails {
  const [old, now] = [before?.row["value"] ?? null, after?.row["value"] ?? null];
  if (key === null || old === now) return { fields: [] };
  const isSecret = definitionOf(key)?.secret === true;
  const short = (value: string | number | null) => (value === null ? null : String(value).slice(0, 100));
  return { fields: [key], ...(!isSecret && { values: { [key]: [short(old), short(now)] } }) };
}

/**
 * Ids in the response that existed before the call, for calls that create some rows and find others (pages with a new
 * token).
 */
const known = (answer: unknown, newestBefore: number): readonly string[] =>
  [answer]
    .flat()
    .map(idOf)
    .filter((id) => id !== null && Number(id) <= newestBefore) as string[];

function idOf(answer: unknown): string | null {
  const id = (answer as { id?: unknown } | null | undefined)?.id;
  return typeof id === "number" || typeof id === "string" ? String(id) : null;
}

/** Number of subjects that a call named or changed. */
function countOf(body: unknown, query: unknown, answer: unknown): Pick<AuditDetails, "count"> {
  for (const part of [body, query]) {
    const ids = (part as { ids?: unknown } | null | undefined)?.ids;
    if (Array.isArray(ids) && ids.length > 0) return { count: ids.length };
  }
  const count = (answer as { count?: unknown } | null | undefined)?.count;
  return typeof count === "number" ? { count } : {};
}
