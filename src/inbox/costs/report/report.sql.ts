import { type CostGroup, MAX_LINES } from "#inbox/costs/contract.ts";
import type { CostState } from "#inbox/costs/schema.ts";
import { builtQuery, query } from "#platform/db/query.ts";

export interface Line {
  readonly key: string;
  readonly name: string | null;
  readonly count: number;
  readonly free: number;
  readonly unpriced: number;
  readonly estimated: number;
  readonly micros: number;
}
type Period = { from: string; to: string };
/** Only amounts of this currency are added up. */
type Money = Period & { currency: string };
const MICROS = "sum(iif(c.currency = :currency, c.micros, 0))";

/** Groups of `cost_total`: the sums are kept permanently. */
const OF_TOTALS: Partial<Record<CostGroup, { readonly key: string; readonly name: string }>> = {
  day: { key: "c.day", name: "NULL" },
  category: { key: "c.category", name: "NULL" },
  market: { key: "c.market", name: "NULL" },
  connection: { key: "c.connection_id", name: "(SELECT name FROM connection WHERE id = c.connection_id)" },
  user: {
    key: "CASE WHEN c.user_id = 0 THEN '' ELSE c.user_id END",
    name: "(SELECT name FROM user WHERE id = c.user_id)",
  },
  bot: { key: "c.origin", name: "NULL" },
};
/** Groups of the ledger itself. */
const OF_LEDGER: Partial<Record<CostGroup, { readonly key: string; readonly name: string }>> = {
  queue: { key: "ifnull(c.queue_id, '')", name: "(SELECT name FROM queue WHERE id = c.queue_id)" },
  prompt: { key: "ifnull(c.prompt_id, '')", name: "(SELECT name FROM prompt WHERE id = c.prompt_id)" },
  campaign: {
    key: "ifnull(c.campaign_id, '')",
    name: "(SELECT name FROM campaign WHERE id = c.campaign_id)",
  },
  contact: { key: "ifnull(c.contact_id, '')", name: "(SELECT name FROM contact WHERE id = c.contact_id)" },
};

/** At most 1,000 lines, the most expensive first; days in their order. Amounts are those of one currency. */
export function lines(group: CostGroup) {
  const total = OF_TOTALS[group];
  const order = group === "day" ? "key" : "micros DESC, count DESC, key";
  if (total)
    return builtQuery<
      Money,
      Line
    >(`SELECT CAST(${total.key} AS TEXT) AS key, ${total.name} AS name, sum(c.count) AS count,
      sum(c.free) AS free, sum(c.unpriced) AS unpriced, sum(c.estimated) AS estimated, ${MICROS} AS micros
      FROM cost_total c WHERE c.day BETWEEN :from AND :to GROUP BY 1 ORDER BY ${order} LIMIT ${MAX_LINES}`);
  const own = OF_LEDGER[group] ?? { key: "''", name: "NULL" };
  const only = group === "prompt" || group === "campaign" ? `AND c.${group}_id IS NOT NULL` : "";
  return builtQuery<
    Money,
    Line
  >(`SELECT CAST(${own.key} AS TEXT) AS key, ${own.name} AS name, count(*) AS count,
    sum(c.currency IS NOT NULL AND c.micros = 0) AS free, sum(c.currency IS NULL) AS unpriced,
    sum(c.state = 'estimated') AS estimated, ${MICROS} AS micros
    FROM message_cost c WHERE c.day BETWEEN :from AND :to AND c.delivered = 1 AND c.state <> 'void' ${only}
    GROUP BY 1 ORDER BY ${order} LIMIT ${MAX_LINES}`);
}
export const sum = query<
  Money,
  Omit<Line, "key" | "name">
>(`SELECT ifnull(sum(count), 0) AS count, ifnull(sum(free), 0) AS free,
  ifnull(sum(unpriced), 0) AS unpriced, ifnull(sum(estimated), 0) AS estimated, ifnull(${MICROS}, 0) AS micros
  FROM cost_total c WHERE day BETWEEN :from AND :to`);
/** Currencies of a period's amounts. */
export const currencies = query<Period, { readonly currency: string }>(
  `SELECT DISTINCT currency FROM cost_total WHERE day BETWEEN :from AND :to AND micros > 0 ORDER BY currency`,
);

export const numbers = query<
  Record<never, never>,
  {
    readonly connectionId: number;
    readonly scope: string;
    readonly zone: string | null;
    readonly currency: string | null;
  }
>(`SELECT a.connection_id AS connectionId, a.scope, a.zone, a.currency FROM cost_account a
  LEFT JOIN connection w ON w.id = a.connection_id AND w.deleted_at IS NULL ORDER BY w.id IS NULL, a.connection_id`);
export const freeUsed = query<{ scope: string; month: string; market: string }, { readonly count: number }>(
  "SELECT count FROM cost_counter WHERE scope = :scope AND month = :month AND market = :market AND category = 'free_service'",
);

export const ofTicket = query<
  { ticketId: number; since: number; currency: string },
  { readonly count: number; readonly micros: number }
>(
  `SELECT count(*) AS count, ifnull(${MICROS}, 0) AS micros FROM message_cost c
  WHERE ticket_id = :ticketId AND delivered = 1 AND state <> 'void' AND at >= :since`,
);
/** Times of the messages that were free because an ad was answered, the oldest first. */
export const freeByAd = query<{ ticketId: number }, { readonly at: number }>(
  "SELECT at FROM message_cost WHERE ticket_id = :ticketId AND type = 'free_entry_point' AND delivered = 1 ORDER BY at",
);

export interface FileRow {
  readonly messageId: number;
  readonly day: string;
  readonly at: number;
  readonly connection: string | null;
  readonly market: string;
  readonly category: string;
  readonly type: string | null;
  readonly template: string | null;
  readonly origin: string;
  readonly user: string | null;
  readonly state: CostState;
  readonly currency: string | null;
  readonly micros: number;
}
export const fileRows = query<
  Period & { after: number; limit: number },
  FileRow
>(`SELECT c.message_id AS messageId, c.day, c.at,
  w.name AS connection, c.market, c.category, c.type, c.template, c.origin, u.name AS user, c.state, c.currency, c.micros
  FROM message_cost c LEFT JOIN connection w ON w.id = c.connection_id LEFT JOIN user u ON u.id = c.user_id
  WHERE c.day BETWEEN :from AND :to AND c.message_id > :after ORDER BY c.message_id LIMIT :limit`);

/** Number of texts that were sent in the message of another text of their author (docs/rules/messages.md#bundles). */
export const saved = query<{ from: number; to: number }, { readonly n: number }>(
  `SELECT count(*) AS n FROM message WHERE bundle_id IS NOT NULL AND bundle_id <> id AND ack > 0
  AND created_at >= :from AND created_at < :to`,
);

/** One row per currency, the currency of most messages first; null = messages without a price. */
export const ofCampaign = query<
  { campaignId: number },
  { readonly currency: string | null; readonly count: number; readonly micros: number }
>(
  `SELECT currency, count(*) AS count, sum(micros) AS micros FROM message_cost
  WHERE campaign_id = :campaignId AND delivered = 1 AND state <> 'void' GROUP BY currency ORDER BY currency IS NULL, count DESC`,
);
export const estimateOf = query<{ campaignId: number }, { readonly estimate: string }>(
  "SELECT estimate FROM cost_estimate WHERE campaign_id = :campaignId",
);

/** Names of the numbers whose `timezone_id` is not mapped to a zone. */
export const unknownZones = query<Record<never, never>, { readonly name: string }>(
  `SELECT w.name FROM cost_account a JOIN connection w ON w.id = a.connection_id
  WHERE a.timezone_id IS NOT NULL AND a.zone IS NULL AND w.deleted_at IS NULL ORDER BY w.name`,
);
