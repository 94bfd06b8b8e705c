import { builtQuery } from "#platform/db/query.ts";

const CONTACT = (column: string) => `(SELECT c.${column} FROM contact c WHERE c.id = t.contact_id)`;
const ATTENDANCES = `FROM ticket x JOIN ticket_period p ON p.ticket_id = x.id WHERE x.contact_id = t.contact_id`;

const AD = (column: string) =>
  `(SELECT r.${column} FROM ticket_referral r WHERE r.ticket_id = t.id ORDER BY r.id DESC LIMIT 1)`;

/**
 * SQL for the value of each field of a ticket `t`. Lists select tickets by the same expressions by which `ticketFacts` reads a
 * single ticket. A flag is 0 or 1, never null; a field of minutes is the time at which they began, ms.
 */
export const TICKET_FACTS: Readonly<Record<string, string>> = {
  status: "t.status",
  queue: "t.queue_id",
  connection: "t.connection_id",
  channel: "t.channel",
  attendant: "t.user_id",
  priority: "t.priority",
  origin: "t.origin",
  resolution: "t.resolution_id",
  unread: "t.has_unread = 1",
  asleep: "t.asleep_since IS NOT NULL",
  bot_active: "(t.status = 'pending' AND (t.chatbot = 1 OR t.use_integration = 1))",
  group: "t.is_group = 1",
  waiting_minutes: "t.waiting_since",
  age_minutes: "t.created_at",
  idle_minutes: "coalesce(t.last_message_at, t.created_at)",
  attendances_of_contact: `(SELECT count(*) ${ATTENDANCES})`,
  last_message_by: `CASE WHEN t.last_message_at IS NULL THEN NULL WHEN t.last_message_from_me = 0 THEN 'customer'
    WHEN (SELECT m.origin FROM message m WHERE m.id = t.last_message_id) IN ('user', 'phone') THEN 'person' ELSE 'bot' END`,
  "ad.present": "EXISTS (SELECT 1 FROM ticket_referral r WHERE r.ticket_id = t.id)",
  "ad.source_id": AD("source_id"),
  "ad.headline": AD("headline"),
  sla: "coalesce(t.sla_state, 'none')",
  "contact.number": CONTACT("number"),
  "contact.name": CONTACT("name"),
  "contact.is_new": `(SELECT count(*) FROM (SELECT 1 ${ATTENDANCES} LIMIT 2)) < 2`,
  "contact.opted_out": `${CONTACT("opted_out_at")} IS NOT NULL`,
};

/** Fields that measure how long ago something happened. */
export const MINUTES: ReadonlySet<string> = new Set(["waiting_minutes", "age_minutes", "idle_minutes"]);

export type FactsRow = Readonly<Record<string, string | number | null>> & {
  /** JSON list of ids. */
  readonly tags: string;
  /** `,3,7,` */
  readonly participants: string;
  /** JSON list of `[field id, text, number]`. */
  readonly customValues: string;
};
const VALUES = `(SELECT json_group_array(json_array(f.field_id, f.text, f.num)) FROM field_value f
  WHERE f.ticket_id = t.id OR f.contact_id = t.contact_id)`;
const COLUMNS: Readonly<Record<string, string>> = {
  ...TICKET_FACTS,
  tags: "(SELECT json_group_array(x.tag_id) FROM ticket_tag x WHERE x.ticket_id = t.id)",
  participants: "t.participants",
  customValues: VALUES,
};
export type Column = keyof typeof COLUMNS;
export const ALL_COLUMNS: ReadonlySet<Column> = new Set(Object.keys(COLUMNS));

const statementOf = (columns: Iterable<Column>) =>
  builtQuery<
    { id: number },
    FactsRow
  >(`SELECT ${["t.id AS id", ...[...columns].map((name) => `${COLUMNS[name]} AS "${name}"`)].join(", ")}
  FROM ticket t WHERE t.id = :id`);
const statements = new WeakMap<ReadonlySet<Column>, ReturnType<typeof statementOf>>();

/** Returns the statement that reads these columns; it is cached as long as the set of columns exists. */
export function factsOf(columns: ReadonlySet<Column>): ReturnType<typeof statementOf> {
  let found = statements.get(columns);
  if (!found) {
    found = statementOf(columns);
    statements.set(columns, found);
  }
  return found;
}
