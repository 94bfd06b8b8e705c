import { query } from "#platform/db/query.ts";

type Merge = { survivorId: number; loserId: number };

export const mergeProofs = query<Merge>(
  `UPDATE reconciliation_chat SET proven_to = min(coalesce(proven_to, 0), coalesce((SELECT l.proven_to
     FROM reconciliation_chat l WHERE l.connection_id = reconciliation_chat.connection_id AND l.contact_id = :loserId), 0))
   WHERE contact_id = :survivorId AND EXISTS (SELECT 1 FROM reconciliation_chat l
     WHERE l.connection_id = reconciliation_chat.connection_id AND l.contact_id = :loserId)`,
);
/** Gaps that both contacts have are not moved; they are deleted with the loser. */
export const moveGaps = query<Merge>(
  "UPDATE OR IGNORE message_gap SET contact_id = :survivorId WHERE contact_id = :loserId",
);
export const moveRemoved = query<Merge>(
  "UPDATE removed_message SET contact_id = :survivorId WHERE contact_id = :loserId",
);
/** `ids`: JSON list of messages. Only linked phones are compared, and only messages written since `since`. */
export const rememberRemoved = query<{ ids: string; since: number }>(
  `INSERT INTO removed_message (connection_id, provider_id, contact_id, at)
   SELECT m.connection_id, replace(m.provider_id, ':late', ''), m.contact_id, m.created_at
   FROM json_each(:ids) i JOIN message m ON m.id = i.value JOIN connection c ON c.id = m.connection_id
   WHERE m.provider_id IS NOT NULL AND m.created_at >= :since AND c.channel = 'whatsapp' AND c.provider <> 'cloud'
   ON CONFLICT (connection_id, provider_id) DO NOTHING`,
);
