import { query } from "#platform/db/query.ts";

type Pair = { connectionId: number; contactId: number };

/** Source of a row that a person's confirmation created. Not counted, because no message has been sent yet. */
export const CONFIRMED = "confirmed";
export const COUNTED = `source <> '${CONFIRMED}'`;

export const isCounted = query<Pair, unknown>(
  `SELECT 1 FROM first_contact WHERE connection_id = :connectionId AND contact_id = :contactId AND ${COUNTED}`,
);
export const isConfirmed = query<Pair & { since: number }, unknown>(
  `SELECT 1 FROM first_contact WHERE connection_id = :connectionId AND contact_id = :contactId AND at >= :since`,
);
/** The first message replaces the row of its confirmation; a later confirmation does not change a counted row. */
export const insert = query<Pair & { at: number; source: string; textHash: string }>(
  `INSERT INTO first_contact (connection_id, contact_id, at, source, text_hash)
  VALUES (:connectionId, :contactId, :at, :source, :textHash) ON CONFLICT (connection_id, contact_id)
  DO UPDATE SET at = excluded.at, source = excluded.source, text_hash = excluded.text_hash WHERE first_contact.source = '${CONFIRMED}'`,
);
export const countSince = query<{ connectionId: number; since: number }, { readonly n: number }>(
  `SELECT count(*) AS n FROM first_contact WHERE connection_id = :connectionId AND at >= :since AND ${COUNTED}`,
);
/** The smallest remainder of the network's limits whose cycle has not ended; NULL = no limit. */
export const quotaLeft = query<{ connectionId: number; now: number }, { readonly n: number | null }>(
  `SELECT min(total - used) AS n FROM new_chat_quota
  WHERE connection_id = :connectionId AND total IS NOT NULL AND (ends_at IS NULL OR ends_at > :now)`,
);
