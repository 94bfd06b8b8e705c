import { messageCost } from "#inbox/costs/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(messageCost, "c");

export { read };

export const byMessage = query<{ messageId: number }, unknown>(
  `SELECT ${columns} FROM message_cost c WHERE c.message_id = :messageId`,
);

export interface Subject {
  readonly ticketId: number;
  readonly contactId: number;
  readonly queueId: number | null;
  readonly promptId: number | null;
  readonly userId: number | null;
  readonly origin: string;
  readonly createdAt: number;
  readonly sendState: string | null;
  readonly source: string | null;
  readonly sourceKey: string | null;
  readonly template: string | null;
  readonly phone: string | null;
  readonly networkId: string | null;
  readonly templateCategory: string | null;
  /** Time of the customer's last message before this one, ms. */
  readonly wroteAt: number | null;
}
/** The data of a message that its ledger row needs. */
export const subject = query<
  { messageId: number },
  Subject
>(`SELECT m.ticket_id AS ticketId, m.contact_id AS contactId,
  t.queue_id AS queueId, t.prompt_id AS promptId, m.user_id AS userId, m.origin, m.created_at AS createdAt,
  m.send_state AS sendState, o.source, o.source_key AS sourceKey,
  CASE WHEN json_extract(o.payload, '$.content.type') = 'template' THEN json_extract(o.payload, '$.content.name') END AS template,
  c.number AS phone,
  (SELECT i.value FROM contact_identity i WHERE i.contact_id = m.contact_id AND i.kind = 'bsuid'
    ORDER BY i.former_at IS NOT NULL, i.id LIMIT 1) AS networkId,
  (SELECT lower(x.category) FROM message_template x WHERE x.connection_id = m.connection_id
    AND x.name = json_extract(o.payload, '$.content.name') LIMIT 1) AS templateCategory,
  t.last_customer_message_at AS wroteAt
  FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = m.contact_id
  LEFT JOIN outbox o ON o.message_id = m.id AND o.kind = 'message' WHERE m.id = :messageId`);

export const insert = query<{
  messageId: number;
  connectionId: number;
  ticketId: number;
  contactId: number;
  queueId: number | null;
  userId: number | null;
  origin: string;
  campaignId: number | null;
  promptId: number | null;
  template: string | null;
  market: string;
  category: string;
  type: string | null;
  billable: number;
  state: string;
  scope: string;
  day: string;
  at: number;
}>(`INSERT INTO message_cost (message_id, connection_id, ticket_id, contact_id, queue_id, user_id, origin, campaign_id,
  prompt_id, template, market, category, type, billable, state, scope, day, at) VALUES (:messageId, :connectionId, :ticketId,
  :contactId, :queueId, :userId, :origin, :campaignId, :promptId, :template, :market, :category, :type, :billable, :state,
  :scope, :day, :at)`);

export const setFacts = query<{
  category: string;
  type: string | null;
  billable: number;
  day: string;
  at: number;
  state: string;
  messageId: number;
}>(`UPDATE message_cost SET category = :category, type = :type, billable = :billable, day = :day, at = :at, state = :state
  WHERE message_id = :messageId`);

export const setPrice = query<{
  micros: number;
  currency: string | null;
  rateId: number | null;
  state: string;
  allowance: number;
  messageId: number;
}>(`UPDATE message_cost SET micros = :micros, currency = :currency, rate_id = :rateId, state = :state, allowance = :allowance,
  delivered = 1 WHERE message_id = :messageId`);

export const voidRow = query<{ messageId: number }>(
  "UPDATE message_cost SET state = 'void', micros = 0, allowance = 0 WHERE message_id = :messageId",
);

type Month = { scope: string; month: string };
export const countOf = query<Month & { market: string; category: string }, { readonly count: number }>(
  "SELECT count FROM cost_counter WHERE scope = :scope AND month = :month AND market = :market AND category = :category",
);
export const addCount = query<Month & { market: string; category: string }>(`INSERT INTO cost_counter
  (scope, month, market, category, count) VALUES (:scope, :month, :market, :category, 1)
  ON CONFLICT DO UPDATE SET count = count + 1`);

/** The last free answer of a number and month. */
export const lastAllowed = query<
  { connectionId: number; month: string },
  unknown
>(`SELECT ${columns} FROM message_cost c
  WHERE c.connection_id = :connectionId AND substr(c.day, 1, 7) = :month AND c.allowance = 1
  ORDER BY c.at DESC, c.message_id DESC LIMIT 1`);

/** A message of the same count that was delivered later than this one and has another price. */
export const laterAtOtherRate = query<
  Month & { market: string; category: string; at: number; messageId: number; rateId: number },
  unknown
>(`SELECT 1 FROM message_cost c WHERE c.scope = :scope AND substr(c.day, 1, 7) = :month
  AND (c.at, c.message_id) > (:at, :messageId) AND c.market = :market AND c.category = :category
  AND c.rate_id <> :rateId AND c.delivered = 1 AND c.state <> 'void' LIMIT 1`);

export const repricing = query<
  Month,
  { readonly at: number; readonly messageId: number; readonly again: number }
>("SELECT at, message_id AS messageId, again FROM cost_repricing WHERE scope = :scope AND month = :month");
export const repriceAgain = query<Month>(
  "UPDATE cost_repricing SET again = 1 WHERE scope = :scope AND month = :month",
);
/** Schedules the repricing of a month. A month that is already being repriced starts again from its beginning. */
export const startRepricing = query<Month>(`INSERT INTO cost_repricing (scope, month) VALUES (:scope, :month)
  ON CONFLICT DO UPDATE SET again = 1`);
