import { dueAfter } from "#automation/prompts/policy.ts";
import type { TurnKind, TurnRow, TurnState } from "#automation/prompts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./rows.sql.ts";

/** Scheduled wake-up of companies with due turns. */
export const TURNS_DUE = "ai-turns";

/** Pause before a turn is repeated whose result could not be stored (disk full), ms. */
const UNSTORED_RETRY_MS = 60_000;

const first = (row: unknown): TurnRow | undefined => (row === undefined ? undefined : sql.read(row));
export const turnById = (db: Db, id: number): TurnRow | undefined => first(queryOne(db, sql.byId, { id }));

/**
 * Schedules an answer: a waiting turn includes the message and waits a little longer. While an answer is in progress,
 * the message gets its own turn, for which that answer will be dropped (docs/rules/prompts.md).
 */
export function scheduleAnswer(
  unit: TenantUnit,
  ticketId: number,
  promptId: number,
  messageId: number,
): void {
  const running = queryAll(unit.db, sql.unfinishedAnswers, { ticketId }).map(sql.read);
  const waiting = running.find(({ state }) => state === "waiting");
  const dueAt = dueAfter(unit.now, waiting?.createdAt ?? unit.now);
  if (waiting) execute(unit.db, sql.postpone, { id: waiting.id, messageId, promptId, dueAt });
  else {
    const isSecond = running.some(({ state, isSecond }) => state === "thinking" && !isSecond);
    insert(unit, { kind: "answer", ticketId, promptId, messageId, dueAt, isSecond });
  }
  unit.scheduleWake(TURNS_DUE, dueAt);
}

/** Schedules a task that runs at once after the commit; one per message. */
export function scheduleTask(
  unit: TenantUnit,
  kind: Exclude<TurnKind, "answer">,
  of: { readonly ticketId: number; readonly promptId: number; readonly messageId: number },
): void {
  insert(unit, { kind, ...of, dueAt: unit.now, isSecond: false });
  unit.scheduleWake(TURNS_DUE, unit.now);
}

function insert(
  unit: TenantUnit,
  turn: Pick<TurnRow, "kind" | "ticketId" | "messageId" | "dueAt" | "isSecond"> & { promptId: number },
): void {
  const { kind, ticketId, promptId, messageId, dueAt, isSecond } = turn;
  execute(unit.db, sql.insert, {
    kind,
    ticketId,
    promptId,
    messageId,
    dueAt,
    isSecond: isSecond ? 1 : 0,
    now: unit.now,
  });
}

/** Releases turns claimed by a process that has ended, and turns of this process that are not in `running`. */
export function returnLostTurns(tenant: Tenant, running: readonly number[]): void {
  const { ownerId, clock } = tenant.installation;
  execute(tenant.db, sql.releaseLost, { ownerId, dueAt: clock.now() });
  execute(tenant.db, sql.releaseUnstored, {
    ownerId,
    dueAt: clock.now() + UNSTORED_RETRY_MS,
    running: JSON.stringify(running),
  });
}

/** Claims at most `limit` due turns; one at a time per ticket. */
export function claimTurns(tenant: Tenant, limit: number): readonly TurnRow[] {
  const { ownerId } = tenant.installation;
  const due = queryAll(tenant.db, sql.due, { now: tenant.clock.now(), limit });
  if (due.length === 0) return [];
  return tenant.write((unit) => {
    // Two waiting turns of one ticket may both be due: the second runs after the first.
    const taken = new Set<string>();
    return due.flatMap(({ id }) => {
      const turn = turnById(unit.db, id);
      const ticket = `${turn?.kind}:${turn?.ticketId}`;
      if (!turn || taken.has(ticket) || execute(unit.db, sql.claim, { id, ownerId }).changes === 0) return [];
      taken.add(ticket);
      return [{ ...turn, state: "thinking" as const, attempts: turn.attempts + 1 }];
    });
  });
}

/** When to check again, ms; null = no turn is waiting or running. */
export function nextCheck(tenant: Tenant, now: number): number | null {
  const row = queryOne(tenant.db, sql.next);
  const waiting = row?.waiting ?? null;
  const soon = waiting === null || waiting > now ? waiting : now + 1000;
  // Check again later for running turns: after a restart they have to be released.
  if (row?.thinking === 1) return Math.min(soon ?? Number.POSITIVE_INFINITY, now + 5000);
  return soon;
}

/** Finishes a turn; the next one of its ticket may run. */
export function finishTurn(
  unit: TenantUnit,
  { id }: Pick<TurnRow, "id">,
  state: Exclude<TurnState, "waiting" | "thinking">,
  result: string | null = null,
): void {
  execute(unit.db, sql.finish, { id, state, result, now: unit.now });
  unit.scheduleWake(TURNS_DUE, unit.now);
}

/** Schedules another attempt. */
export function repeatTurn(unit: TenantUnit, { id }: Pick<TurnRow, "id">, at: number, result: string): void {
  execute(unit.db, sql.repeat, { id, dueAt: at, result });
  unit.scheduleWake(TURNS_DUE, at);
}

/** Cancels the waiting answers of a ticket. */
export const cancelAnswers = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.cancelAnswers, { ticketId, now: unit.now });

/** Number of answers in this ticket since `since`, ms. */
export const answersGiven = (db: Db, ticketId: number, since: number): number =>
  queryOne(db, sql.countAnswers, { ticketId, since })?.n ?? 0;

/** Whether a turn of this ticket has this result since `since`, ms. */
export const hasResult = (db: Db, ticketId: number, result: string, since: number): boolean =>
  queryOne(db, sql.withResult, { ticketId, result, since }) !== undefined;
