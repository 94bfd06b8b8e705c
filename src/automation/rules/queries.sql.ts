import { query } from "#platform/db/query.ts";
import type { RuleEvent, RunOutcome } from "./contract.ts";

export interface RunRow {
  readonly id: number;
  readonly ruleId: number;
  readonly ruleName: string;
  readonly at: number;
  readonly outcome: RunOutcome;
  readonly reason: string | null;
  readonly ticketId: number | null;
  readonly uuid: string | null;
  readonly name: string | null;
  readonly depth: number;
  readonly conditions: string;
}
const RUN = `SELECT r.id, r.rule_id AS ruleId, u.name AS ruleName, r.at, r.outcome, r.reason, r.ticket_id AS ticketId, t.uuid,
  c.name, r.depth, r.conditions FROM rule_run r JOIN rule u ON u.id = r.rule_id
  LEFT JOIN ticket t ON t.id = r.ticket_id LEFT JOIN contact c ON c.id = r.contact_id`;

/** `outcome` "" = all. */
export const runsOfRule = query<{ ruleId: number; outcome: string; offset: number; limit: number }, RunRow>(
  `${RUN} WHERE r.rule_id = :ruleId AND (:outcome = '' OR r.outcome = :outcome)
   ORDER BY r.id DESC LIMIT :limit OFFSET :offset`,
);
export const countOfRule = query<{ ruleId: number; outcome: string }, { n: number }>(
  "SELECT count(*) AS n FROM rule_run WHERE rule_id = :ruleId AND (:outcome = '' OR outcome = :outcome)",
);
export const runsOfTicket = query<{ ticketId: number; limit: number }, RunRow>(
  `${RUN} WHERE r.ticket_id = :ticketId ORDER BY r.id DESC LIMIT :limit`,
);
/** Number of times a rule fired since a time, and its last failed run if it has not fired since. */
export const statistics = query<
  { ruleId: number; since: number },
  { fired: number; failedAt: number | null; code: string | null }
>(`SELECT (SELECT count(*) FROM rule_run WHERE rule_id = :ruleId AND outcome = 'fired' AND at >= :since) AS fired,
   f.at AS failedAt, f.reason AS code FROM (SELECT 1) LEFT JOIN (SELECT at, reason, id FROM rule_run
     WHERE rule_id = :ruleId AND outcome = 'failed' ORDER BY id DESC LIMIT 1) f
     ON f.id > coalesce((SELECT max(id) FROM rule_run WHERE rule_id = :ruleId AND outcome = 'fired'), 0)`);
export const activeUsers = query<{ ids: string }, { id: number }>(
  "SELECT id FROM user WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(:ids))",
);
export const admins = query<Record<never, never>, { id: number }>(
  "SELECT id FROM user WHERE deleted_at IS NULL AND profile = 'admin'",
);
export const supervisorsOf = query<{ queueId: number }, { id: number }>(
  `SELECT u.id FROM user u JOIN user_queue q ON q.user_id = u.id AND q.queue_id = :queueId
   WHERE u.deleted_at IS NULL AND u.profile = 'supervisor'`,
);

/** Rows of runs. */
export const insertRun = query<{
  ruleId: number;
  eventKey: string;
  onceKey: string | null;
  ticketId: number | null;
  contactId: number | null;
  at: number;
  outcome: RunOutcome;
  reason: string | null;
  depth: number;
  conditions: string;
}>(`INSERT INTO rule_run (rule_id, event_key, once_key, ticket_id, contact_id, at, outcome, reason, depth, conditions)
  VALUES (:ruleId, :eventKey, :onceKey, :ticketId, :contactId, :at, :outcome, :reason, :depth, :conditions)`);
export const setReason = query<{ id: number; reason: string }>(
  "UPDATE rule_run SET reason = :reason WHERE id = :id",
);
/** Which rules have run for an event. */
export const runsOfEvent = query<
  { eventKey: string },
  { ruleId: number; outcome: RunOutcome; reason: string | null }
>(
  "SELECT rule_id AS ruleId, outcome, reason FROM rule_run WHERE event_key = :eventKey AND outcome <> 'not_matched'",
);
export const firedOnce = query<{ ruleId: number; onceKey: string }, unknown>(
  "SELECT 1 FROM rule_run WHERE rule_id = :ruleId AND once_key = :onceKey AND outcome = 'fired'",
);
export const firedSince = query<{ since: number }, { n: number }>(
  "SELECT count(*) AS n FROM rule_run WHERE outcome = 'fired' AND at > :since",
);
export const textsSince = query<{ ticketId: number; since: number }, { n: number }>(
  `SELECT (SELECT count(*) FROM message WHERE ticket_id = :ticketId AND created_at > :since AND origin = 'rule')
   + (SELECT count(*) FROM rule_text WHERE ticket_id = :ticketId) AS n`,
);
export const webhooksSince = query<{ since: number }, { n: number }>(
  "SELECT count(*) AS n FROM integration_delivery WHERE created_at > :since AND event = 'rule.fired'",
);
export const trimNotMatched = query<{ ruleId: number; keep: number }>(
  `DELETE FROM rule_run WHERE rule_id = :ruleId AND outcome = 'not_matched' AND id <= (SELECT id FROM rule_run
   WHERE rule_id = :ruleId AND outcome = 'not_matched' ORDER BY id DESC LIMIT 1 OFFSET :keep)`,
);
export const deleteOldRuns = query<{ before: number; limit: number }>(
  `DELETE FROM rule_run WHERE id IN (SELECT id FROM rule_run WHERE outcome IN ('fired', 'skipped', 'failed')
   AND at < :before LIMIT :limit)`,
);
export const oldestRun = query<Record<never, never>, { at: number | null }>(
  "SELECT min(at) AS at FROM rule_run WHERE outcome IN ('fired', 'skipped', 'failed')",
);

/** Statements for stored events. */
export const insertEvent = query<{
  event: RuleEvent;
  eventKey: string;
  ticketId: number | null;
  contactId: number | null;
  at: number;
  facts: string;
  chain: string;
}>(`INSERT INTO rule_event (event, event_key, ticket_id, contact_id, at, facts, chain)
  VALUES (:event, :eventKey, :ticketId, :contactId, :at, :facts, :chain)`);
export interface EventRow {
  readonly id: number;
  readonly event: RuleEvent;
  readonly eventKey: string;
  readonly ticketId: number | null;
  readonly contactId: number | null;
  readonly at: number;
  readonly facts: string;
  readonly chain: string;
}
export const nextEvent = query<Record<never, never>, EventRow>(
  `SELECT id, event, event_key AS eventKey, ticket_id AS ticketId, contact_id AS contactId, at, facts, chain
   FROM rule_event ORDER BY id LIMIT 1`,
);
export const deleteEvent = query<{ id: number }>("DELETE FROM rule_event WHERE id = :id");

/** Statements for texts that wait for the opening. */
export const insertText = query<{ ruleId: number; ticketId: number; action: string; dueAt: number }>(
  "INSERT INTO rule_text (rule_id, ticket_id, action, due_at) VALUES (:ruleId, :ticketId, :action, :dueAt)",
);
export const dueTexts = query<
  { now: number },
  { id: number; ruleId: number; ticketId: number; action: string; dueAt: number }
>(`SELECT id, rule_id AS ruleId, ticket_id AS ticketId, action, due_at AS dueAt FROM rule_text WHERE due_at <= :now
   ORDER BY due_at, id LIMIT 50`);
export const deleteText = query<{ id: number }>("DELETE FROM rule_text WHERE id = :id");
export const nextText = query<Record<never, never>, { at: number | null }>(
  "SELECT min(due_at) AS at FROM rule_text",
);

/** Messages and the rules that wrote them. */
export const lastMessage = query<Record<never, never>, { id: number | null }>(
  "SELECT max(id) AS id FROM message",
);
export const insertMessages = query<{ ticketId: number; after: number; ruleId: number; ruleName: string }>(
  `INSERT INTO rule_message (message_id, rule_id, rule_name) SELECT id, :ruleId, :ruleName FROM message
   WHERE id > :after AND ticket_id = :ticketId AND origin = 'rule'`,
);
export const nameOfMessage = query<{ messageId: number }, { name: string }>(
  "SELECT rule_name AS name FROM rule_message WHERE message_id = :messageId",
);

/** Moves rows to the surviving contact of a merge, and back. */
export const moveRuns = query<{ survivorId: number; loserId: number }, { id: number }>(
  "UPDATE rule_run SET contact_id = :survivorId WHERE contact_id = :loserId RETURNING id",
);
export const returnRuns = query<{ contactId: number; survivorId: number; ids: string }>(
  `UPDATE rule_run SET contact_id = :contactId WHERE contact_id = :survivorId
   AND id IN (SELECT value FROM json_each(:ids))`,
);
export const blankRuns = query<{ ticketId: number }>(
  "UPDATE rule_run SET conditions = '[]' WHERE ticket_id = :ticketId",
);
export const moveEvents = query<{ survivorId: number; loserId: number }>(
  "UPDATE rule_event SET contact_id = :survivorId WHERE contact_id = :loserId",
);
export const runsOfContact = query<
  { contactId: number },
  { at: number; rule: string; outcome: string; reason: string | null; conditions: string }
>(`SELECT r.at, u.name AS rule, r.outcome, r.reason, r.conditions FROM rule_run r JOIN rule u ON u.id = r.rule_id
   WHERE r.contact_id = :contactId ORDER BY r.id`);
