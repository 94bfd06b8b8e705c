import { builtQuery, type Query, type SqlValue } from "#platform/db/query.ts";
import type { Part } from "./scope.ts";

/** Adds a value to the parameters of a statement; returns the `:name` that stands for it in the text. */
type Bind = (value: SqlValue) => string;

/** A part of a SQL statement: returns its text and binds its values. Each use binds them under separate names. */
export type Condition = (bind: Bind) => string;

type Params = Readonly<Record<string, SqlValue>>;

/**
 * Builds a statement and its parameters from a condition. Parameter names are unique, because repeated names are bound
 * more slowly.
 */
export function statement<Row>(write: Condition): [query: Query<Params, Row>, params: Params] {
  const params: Record<string, SqlValue> = {};
  let count = 0;
  const text = write((value) => {
    count += 1;
    params[`p${count}`] = value;
    return `:p${count}`;
  });
  return [builtQuery<Params, Row>(text), params];
}

/** True for rows that match every condition. */
export const allOf =
  (conditions: readonly Condition[]): Condition =>
  (bind) =>
    conditions.length === 0 ? "1" : conditions.map((condition) => condition(bind)).join(" AND ");

/** True for rows that match at least one condition. */
export const anyOf =
  (conditions: readonly Condition[]): Condition =>
  (bind) =>
    conditions.length === 0 ? "0" : `(${conditions.map((condition) => `(${condition(bind)})`).join(" OR ")})`;

/** True when `t.queue_id` is one of these queues; null among them = without queue. */
function inQueues(queues: readonly (number | null)[]): Condition {
  const ids = JSON.stringify(queues.filter((id) => id !== null));
  const among: Condition = (bind) => `t.queue_id IN (SELECT value FROM json_each(${bind(ids)}))`;
  return queues.includes(null) ? anyOf([among, () => "t.queue_id IS NULL"]) : among;
}

/** Selects the tickets of one part, alias `t`. */
export function ofPart(part: Part): Condition {
  const { status, participant, asleep } = part;
  const inStatus: Condition[] = [(bind) => `t.status = ${bind(status)}`];
  if (asleep !== null) inStatus.push(() => `t.asleep_since IS ${asleep ? "NOT NULL" : "NULL"}`);
  if (!participant) return allOf([...inStatus, ...byRight(part)]);
  const takesPart: Condition = (bind) =>
    `t.id IN (SELECT ticket_id FROM ticket_participant WHERE user_id = ${bind(participant.id)})`;
  const among = participant.queues ? [inQueues(participant.queues)] : [];
  return allOf([...inStatus, anyOf([allOf(byRight(part)), allOf([takesPart, ...among])])]);
}

function byRight({ queues, ownerId, orOwnerId, candidateId }: Part): readonly Condition[] {
  const conditions: Condition[] = [];
  if (queues) {
    const among = inQueues(queues);
    conditions.push(orOwnerId === null ? among : anyOf([among, (bind) => `t.user_id = ${bind(orOwnerId)}`]));
  }
  if (ownerId !== null) conditions.push((bind) => `t.user_id = ${bind(ownerId)}`);
  if (candidateId !== null)
    conditions.push((bind) => `(t.user_distributed IS NULL OR t.user_distributed = ${bind(candidateId)})`);
  return conditions;
}

/** The same condition as `ofPart` over the counters of `ticket_count n`. */
export function countersOf({ status, queues, ownerId, orOwnerId, candidateId }: Part): Condition {
  const conditions: Condition[] = [(bind) => `n.status = ${bind(status)}`];
  if (queues) {
    const ids = JSON.stringify(queues.map((id) => id ?? 0));
    const among: Condition = (bind) => `n.queue_id IN (SELECT value FROM json_each(${bind(ids)}))`;
    const owned: Condition = (bind) => `n.holder_id = ${bind(orOwnerId)}`;
    conditions.push(orOwnerId === null ? among : anyOf([among, owned]));
  }
  if (ownerId !== null) conditions.push((bind) => `n.holder_id = ${bind(ownerId)}`);
  if (candidateId !== null) conditions.push((bind) => `n.holder_id IN (0, ${bind(candidateId)})`);
  return allOf(conditions);
}
