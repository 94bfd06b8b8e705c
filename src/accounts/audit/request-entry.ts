import { definitionOf } from "#accounts/settings/index.ts";
import type { BeforeCommit, TransactionObserver } from "#tenants/audited-tenant.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { AuditDetails } from "./contract.ts";
import {
  createdSince,
  difference,
  differs,
  isVisible,
  nameOf,
  newest,
  type Snapshot,
  snapshotOf,
} from "./snapshot.ts";
import { type AuditAction, type AuditSubject, type RouteCall, subjectOf } from "./subject.ts";
import { auditActor, auditCompany, auditIn, auditProvider, type NewEntry } from "./write.ts";

/** A request with its audit action and its actor. */
export interface AuditedCall {
  readonly route: AppRoute;
  readonly action: AuditAction;
  readonly ctx: UserCtx;
  readonly call: RouteCall;
}

/**
 * Warning when a change was committed without its audit entry, because it was written outside the request's
 * transactions.
 */
export const LATE_ENTRY = "audit entry written after its change, not in the same transaction";

/** The audit entry of one request, until it is written. */
export interface RequestEntry {
  /** Writes the entry in the transaction of the change. */
  readonly observer: TransactionObserver;
  /**
   * Ends a successful request: writes the entry if no transaction has written it, and stops observing transactions.
   */
  readonly end: (answer: unknown) => Promise<void>;
  /** Ends a failed request without an entry. */
  readonly cancel: () => void;
}

/** Actions that create something. */
const CREATING: ReadonlySet<AuditAction["action"]> = new Set(["created", "imported"]);
/**
 * Actions whose effect can be detected by comparing rows; the entry of any other action is written with the first
 * transaction of the request.
 */
const VISIBLE: ReadonlySet<AuditAction["action"]> = new Set(["changed", "removed"]);

/**
 * The entry is written in the transaction in which its subject was created, deleted or changed; a request
 * that changes it in several transactions gets an entry for each, with its own fields. Where the rows do not
 * show it (an export started, many contacts deleted), the entry is written with the first transaction of the
 * request, so that no action stays without one.
 */
export function createRequestEntry(audited: AuditedCall): RequestEntry {
  const { route, ctx, action } = audited;
  const subject = subjectOf(action, ctx, audited.call);
  const { type, db, id: givenId } = subject;
  const creates = CREATING.has(action.action) && givenId === null;
  const shows = VISIBLE.has(action.action) && isVisible(type, givenId);
  const snapshotNow = () => snapshotOf(db, type, givenId);
  const start = snapshotNow();
  const newestAtStart = creates ? newest(db, type) : 0;
  // `true`: the entry is committed. A unit: the entry belongs to this transaction and is written again when the
  // transaction is rolled back.
  let written: TenantUnit | boolean = false;
  let isOver = false;

  const begin = (file: AuditSubject["file"], unit?: TenantUnit): BeforeCommit => {
    if (isOver || (type.table !== undefined && file !== subject.file)) return () => undefined;
    const before = snapshotNow();
    const since = creates ? newest(db, type) : 0;
    return (answer) => {
      const created = creates ? createdSince(db, type, since) : null;
      const id = givenId ?? created?.id ?? (creates ? idOf(answer) : null);
      const after = snapshotOf(db, type, id);
      if (creates ? type.table !== undefined && !after : shows && !differs(before, after)) return;
      const entry = entryOf(audited, subject, { id, before, after, answer, count: created?.count });
      const isWritten = written === true || (unit !== undefined && written === unit);
      if (isWritten && !created && !entry.details?.fields?.length) return;
      write(ctx.tenant.base, subject, entry, after ?? before, unit);
      written = unit ?? true;
      unit?.afterCommit(() => {
        written = true;
      });
    };
  };
  return {
    observer: { inCompany: (unit) => begin("company", unit), inSystem: () => begin("system") },
    cancel() {
      isOver = true;
    },
    async end(answer) {
      isOver = true;
      const renewed = creates ? idsUpTo(newestAtStart, answer).filter((id) => snapshotOf(db, type, id)) : [];
      if (renewed.length > 0)
        await batchedWrite(ctx.tenant, () => {
          for (const id of renewed) {
            const after = snapshotOf(db, type, id);
            const entry = entryOf(audited, subject, { id, before: after, after, answer: undefined });
            write(ctx.tenant.base, subject, { ...entry, action: "renewed" }, after);
          }
        });
      if (written === true || renewed.length > 0) return;
      const id = givenId ?? idOf(answer);
      const after = snapshotOf(db, type, id);
      const entry = entryOf(audited, subject, { id, before: start, after, answer });
      const escaped = creates
        ? createdSince(db, type, newestAtStart)
        : shows && (entry.details?.fields?.length || !start !== !after);
      if (escaped) ctx.tenant.log.warn({ route: `${route.method} ${route.path}` }, LATE_ENTRY);
      // Batched with other entries of this turn of the event loop: a hundred entries cost one sync.
      await batchedWrite(ctx.tenant, () => write(ctx.tenant.base, subject, entry, after ?? start));
    },
  };
}

/** Writes an entry to the trail it belongs to, within the open transaction. */
function write(
  tenant: Tenant,
  { type, trail }: AuditSubject,
  entry: NewEntry,
  found: Snapshot | undefined,
  unit?: TenantUnit,
): void {
  if (trail === "company") {
    if (unit) auditIn(unit, entry);
    else tenant.write((own) => auditIn(own, entry));
    return;
  }
  const company = type.company === undefined ? undefined : found?.row[type.company];
  if (typeof company === "number") auditCompany(tenant, company, entry);
  else auditProvider(tenant.installation, entry);
}

interface Observed {
  readonly id: string | null;
  readonly before: Snapshot | undefined;
  readonly after: Snapshot | undefined;
  readonly answer: unknown;
  /** Number of rows created. */
  readonly count?: number | undefined;
}

function entryOf(
  { route, action, ctx: { actor }, call: { body, query, ip } }: AuditedCall,
  { type }: AuditSubject,
  { id, before, after, answer, count = 1 }: Observed,
): NewEntry {
  const path = action.kind === "route" ? `${route.method} ${route.path}` : null;
  const details: AuditDetails = {
    ...(action.kind === "setting" ? settingDetails(id, before, after) : difference(type, before, after)),
    ...countOf(body, query, answer),
    ...(count > 1 && { count }),
    ...(path && { route: path }),
  };
  return {
    ...auditActor(actor),
    ...action,
    subjectId: path ?? (count > 1 ? null : id),
    subject: count > 1 ? null : nameOf(type, after ?? before),
    details,
    ip,
  };
}

/** Details of a changed setting: its key, and its value unless it is a secret. */
function settingDetails(
  key: string | null,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): AuditDetails {
  const [old, now] = [before?.row["value"] ?? null, after?.row["value"] ?? null];
  if (key === null || old === now) return { fields: [] };
  const isSecret = definitionOf(key)?.secret === true;
  const short = (value: string | number | null) => (value === null ? null : String(value).slice(0, 100));
  return { fields: [key], ...(!isSecret && { values: { [key]: [short(old), short(now)] } }) };
}

/**
 * Returns the ids in the response that existed before the call: a call that connects Facebook pages creates some rows
 * and gives existing rows a new token.
 */
const idsUpTo = (newestBefore: number, answer: unknown): readonly string[] =>
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
