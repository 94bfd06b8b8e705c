import type { AtEnd } from "#inbox/costs/schema.ts";
import { query } from "#platform/db/query.ts";

export const current = query<{ month: string }, { readonly micros: number; readonly atEnd: AtEnd }>(
  "SELECT micros, at_end AS atEnd FROM cost_budget WHERE month IN (:month, '') ORDER BY month DESC LIMIT 1",
);
export const used = query<{ from: string; to: string; currency: string }, { readonly micros: number }>(
  `SELECT ifnull(sum(micros), 0) AS micros FROM cost_total WHERE day BETWEEN :from AND :to AND currency = :currency`,
);

/** Recipients by the calling code of their number; without a number by the country in front of the business-scoped id. */
interface Counted {
  readonly prefix: string | null;
  readonly country: string | null;
  readonly n: number;
}
const COUNTRY = `iif(c.number IS NULL, (SELECT substr(i.value, 1, 2) FROM contact_identity i
  WHERE i.contact_id = c.id AND i.kind = 'bsuid' ORDER BY i.former_at IS NOT NULL, i.id LIMIT 1), NULL)`;
const TAGGED = `c.is_group = 0 AND c.id IN (SELECT t.contact_id FROM ticket t JOIN ticket_tag g ON g.ticket_id = t.id
  WHERE g.tag_id = :tagId)`;
/** Items of a contact list have phone numbers only; their country is not known. */
export const recipientsOfList = query<{ listId: number }, Counted>(
  `SELECT substr(number, 1, 4) AS prefix, NULL AS country, count(*) AS n FROM contact_list_item
  WHERE contact_list_id = :listId AND is_whatsapp_valid IS NOT 0 GROUP BY 1`,
);
export const recipientsOfTag = query<{ tagId: number }, Counted>(
  `SELECT substr(c.number, 1, 4) AS prefix, ${COUNTRY} AS country, count(*) AS n FROM contact c WHERE ${TAGGED} GROUP BY 1, 2`,
);
/** Numbers in list and tag count once. */
export const recipientsOfBoth = query<{ listId: number; tagId: number }, Counted>(
  `SELECT substr(number, 1, 4) AS prefix, country, count(*) AS n FROM (
  SELECT number, NULL AS country, 0 AS id FROM contact_list_item
    WHERE contact_list_id = :listId AND is_whatsapp_valid IS NOT 0
  UNION SELECT c.number, ${COUNTRY}, iif(c.number IS NULL, c.id, 0) FROM contact c WHERE ${TAGGED}) GROUP BY 1, 2`,
);
export const recipientsByIds = query<{ ids: string }, Counted>(
  `SELECT substr(c.number, 1, 4) AS prefix, ${COUNTRY} AS country, count(*) AS n FROM contact c
  WHERE c.id IN (SELECT value FROM json_each(:ids)) GROUP BY 1, 2`,
);
export const templateCategory = query<{ connectionId: number; name: string }, { readonly category: string }>(
  "SELECT lower(category) AS category FROM message_template WHERE connection_id = :connectionId AND name = :name LIMIT 1",
);
export const storeEstimate = query<{
  campaignId: number;
  estimate: string;
  now: number;
}>(`INSERT INTO cost_estimate
  (campaign_id, estimate, at) VALUES (:campaignId, :estimate, :now) ON CONFLICT DO UPDATE SET estimate = excluded.estimate, at = excluded.at`);
