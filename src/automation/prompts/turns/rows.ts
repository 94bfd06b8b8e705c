import { dueAfter } from "#automation/prompts/policy.ts";
import { aiTurn, type TurnKind, type TurnRow, type TurnState } from "#automation/prompts/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/** Name under which companies with turns to take stand in the list of due work. */
export const TURNS_DUE = "ai-turns";

/** What could not be written waits for room on the disk before the model is asked again, ms. */
const UNWRITTEN_MS = 60_000;

const { columns, read } = rowReader(aiTurn);
const BY_ID = `SELECT ${columns} FROM ai_turn WHERE id = ?`;
const RUNNING = `SELECT ${columns} FROM ai_turn WHERE ticket_id = ? AND kind = 'answer'
  AND state IN ('waiting', 'thinking') ORDER BY id`;
const INSERT = `INSERT INTO ai_turn (kind, ticket_id, prompt_id, message_id, due_at, is_second, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id, kind) DO NOTHING`;
const POSTPONE =
  "UPDATE ai_turn SET message_id = ?, prompt_id = ?, due_at = ? WHERE id = ? AND state = 'waiting'";
// Whoever was taken while this process lives is ours; a claim of a dead process waits again, its try does not count.
const RETURN_LOST = `UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, attempts = max(attempts - 1, 0), due_at = ?1
  WHERE state = 'thinking' AND claimed_by IS NOT ?2`;
// One of ours that nobody works at: what it came to could not be written. Its try counts.
const RETURN_UNWRITTEN = `UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, due_at = ?1
  WHERE state = 'thinking' AND claimed_by IS ?2 AND id NOT IN (SELECT value FROM json_each(?3))`;
const DUE = `SELECT id FROM ai_turn t INDEXED BY ai_turn_waiting WHERE state = 'waiting' AND due_at <= ?
  AND NOT EXISTS (SELECT 1 FROM ai_turn o INDEXED BY ai_turn_thinking
    WHERE o.state = 'thinking' AND o.ticket_id = t.ticket_id AND o.kind = t.kind)
  ORDER BY due_at, id LIMIT ?`;
const CLAIM = `UPDATE ai_turn SET state = 'thinking', claimed_by = ?, attempts = attempts + 1
  WHERE id = ? AND state = 'waiting'`;
const FINISH = "UPDATE ai_turn SET state = ?, result = ?, claimed_by = NULL, finished_at = ? WHERE id = ?";
const AGAIN = "UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, due_at = ?, result = ? WHERE id = ?";
const NEXT = `SELECT (SELECT min(due_at) FROM ai_turn INDEXED BY ai_turn_waiting WHERE state = 'waiting') AS waiting,
  EXISTS (SELECT 1 FROM ai_turn INDEXED BY ai_turn_thinking WHERE state = 'thinking') AS thinking`;
const CANCEL = `UPDATE ai_turn SET state = 'cancelled', finished_at = ?1
  WHERE ticket_id = ?2 AND kind = 'answer' AND state = 'waiting'`;
const TAKEN = `SELECT count(*) AS n FROM ai_turn WHERE ticket_id = ? AND kind = 'answer' AND state = 'done'
  AND created_at >= ?`;
const TOLD = `SELECT 1 FROM ai_turn WHERE ticket_id = ? AND kind = 'answer' AND result = ? AND created_at >= ? LIMIT 1`;

const first = (row: unknown): TurnRow | undefined => (row === undefined ? undefined : read(row));
export const turnById = (db: Db, id: number): TurnRow | undefined => first(one(db, BY_ID, id));

/**
 * The customer wrote: what waits already takes the message in and waits a little longer. While an answer is being
 * thought of, the message gets a turn of its own, because that answer will be dropped for it (docs/rules/prompts.md).
 */
export function scheduleAnswer(
  unit: TenantUnit,
  ticketId: number,
  promptId: number,
  messageId: number,
): void {
  const running = all(unit.db, RUNNING, ticketId).map(read);
  const waiting = running.find(({ state }) => state === "waiting");
  const dueAt = dueAfter(unit.now, waiting?.createdAt ?? unit.now);
  if (waiting) run(unit.db, POSTPONE, messageId, promptId, dueAt, waiting.id);
  else {
    const isSecond = running.some(({ state, isSecond }) => state === "thinking" && !isSecond);
    insert(unit, { kind: "answer", ticketId, promptId, messageId, dueAt, isSecond });
  }
  unit.scheduleWake(TURNS_DUE, dueAt);
}

/** Something to be done at once behind the commit; once per message. */
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
  run(unit.db, INSERT, kind, ticketId, promptId, messageId, dueAt, isSecond ? 1 : 0, unit.now);
}

/** Turns claimed by a process that is gone wait again, and those of this one that are not among `flying`. */
export function returnLostTurns(tenant: Tenant, flying: readonly number[]): void {
  const { ownerId, clock } = tenant.installation;
  run(tenant.db, RETURN_LOST, clock.now(), ownerId);
  run(tenant.db, RETURN_UNWRITTEN, clock.now() + UNWRITTEN_MS, ownerId, JSON.stringify(flying));
}

/** Takes at most `limit` turns that are due; of one ticket one at a time. */
export function claimTurns(tenant: Tenant, limit: number): readonly TurnRow[] {
  const { ownerId } = tenant.installation;
  const due = all<{ id: number }>(tenant.db, DUE, tenant.clock.now(), limit);
  if (due.length === 0) return [];
  return tenant.write((unit) => {
    // Two waiting turns of one ticket may both be due: the second waits for the first.
    const taken = new Set<string>();
    return due.flatMap(({ id }) => {
      const turn = turnById(unit.db, id);
      const lane = `${turn?.kind}:${turn?.ticketId}`;
      if (!turn || taken.has(lane) || run(unit.db, CLAIM, ownerId, id).changes === 0) return [];
      taken.add(lane);
      return [{ ...turn, state: "thinking" as const, attempts: turn.attempts + 1 }];
    });
  });
}

/** When to look again, ms; null = nothing waits and nobody thinks. */
export function nextLook(tenant: Tenant, now: number): number | null {
  const row = one<{ waiting: number | null; thinking: number }>(tenant.db, NEXT);
  const waiting = row?.waiting ?? null;
  const soon = waiting === null || waiting > now ? waiting : now + 1000;
  // A restart must find what was being thought of.
  if (row?.thinking === 1) return Math.min(soon ?? Number.POSITIVE_INFINITY, now + 5000);
  return soon;
}

/** The turn is over; whoever waits behind it may go. */
export function finishTurn(
  unit: TenantUnit,
  { id }: Pick<TurnRow, "id">,
  state: Exclude<TurnState, "waiting" | "thinking">,
  result: string | null = null,
): void {
  run(unit.db, FINISH, state, result, unit.now, id);
  unit.scheduleWake(TURNS_DUE, unit.now);
}

/** The turn is tried once more. */
export function repeatTurn(unit: TenantUnit, { id }: Pick<TurnRow, "id">, at: number, result: string): void {
  run(unit.db, AGAIN, at, result, id);
  unit.scheduleWake(TURNS_DUE, at);
}

/** Nobody is to answer in this ticket any more. */
export const cancelAnswers = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, CANCEL, unit.now, ticketId);

/** Answers given in this ticket since `since`, ms. */
export const answersGiven = (db: Db, ticketId: number, since: number): number =>
  one<{ n: number }>(db, TAKEN, ticketId, since)?.n ?? 0;

/** Whether a turn of this ticket ended so since `since`, ms. */
export const wasTold = (db: Db, ticketId: number, result: string, since: number): boolean =>
  one(db, TOLD, ticketId, result, since) !== undefined;
