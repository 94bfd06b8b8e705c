import type { Part } from "./scope.ts";

export type Binding = string | number | null;

/** A constant piece of SQL and what is bound to its question marks, in order. */
export interface Condition {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

/** All of them. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: "1", bindings: [] };
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** One of them at least. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: "0", bindings: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(" OR ")})`,
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** `t.queue_id` is one of these; null among them = without queue. */
function inQueues(queues: readonly (number | null)[]): Condition {
  const ids = queues.filter((id) => id !== null);
  const among: Condition = {
    sql: "t.queue_id IN (SELECT value FROM json_each(?))",
    bindings: [JSON.stringify(ids)],
  };
  return queues.includes(null) ? anyOf([among, { sql: "t.queue_id IS NULL", bindings: [] }]) : among;
}

/** The tickets of one part, alias `t`. */
export function ofPart(part: Part): Condition {
  const conditions: Condition[] = [{ sql: "t.status = ?", bindings: [part.status] }];
  if (part.queues) {
    const queues = inQueues(part.queues);
    const owned: Condition = { sql: "t.user_id = ?", bindings: [part.orOwnerId] };
    conditions.push(part.orOwnerId === null ? queues : anyOf([queues, owned]));
  }
  if (part.ownerId !== null) conditions.push({ sql: "t.user_id = ?", bindings: [part.ownerId] });
  if (part.candidateId !== null)
    conditions.push({
      sql: "(t.user_distributed IS NULL OR t.user_distributed = ?)",
      bindings: [part.candidateId],
    });
  return allOf(conditions);
}
