import { query } from "#platform/db/query.ts";
import { COUNTED } from "./budget.sql.ts";

type Since = { connectionId: number; since: number };

/** The first contacts of a period: how many wrote back, opted out, or could not be reached within the period. */
export const contacts = query<
  Since,
  { readonly total: number; readonly silent: number; readonly optOuts: number; readonly failed: number }
>(`SELECT count(*) AS total,
    coalesce(sum(f.answered_at IS NULL), 0) AS silent,
    coalesce(sum(k.opted_out_at IS NOT NULL AND k.opted_out_at >= f.at), 0) AS optOuts,
    coalesce(sum(EXISTS (SELECT 1 FROM message m WHERE m.contact_id = f.contact_id
      AND m.connection_id = f.connection_id AND m.from_me = 1 AND m.send_state = 'failed' AND m.created_at >= :since)),
      0) AS failed
  FROM first_contact f JOIN contact k ON k.id = f.contact_id
  WHERE f.connection_id = :connectionId AND f.at >= :since AND f.${COUNTED}`);
/** The largest number of cold contacts that got the same text since a time. */
export const sameText = query<Since, { readonly n: number }>(
  `SELECT count(*) AS n FROM first_contact WHERE connection_id = :connectionId AND at >= :since
  AND text_hash <> '' GROUP BY text_hash ORDER BY n DESC LIMIT 1`,
);
/** How many numbers a connection checked since a time, and how many of them are not on WhatsApp. */
export const checks = query<Since, { readonly total: number; readonly missing: number }>(
  `SELECT count(*) AS total, coalesce(sum(found = 0), 0) AS missing FROM number_check
  WHERE connection_id = :connectionId AND checked_at >= :since`,
);
/** Restrictions that began or were in force since a time. */
export const restrictedSince = query<Since, unknown>(
  `SELECT 1 FROM connection_restriction WHERE connection_id = :connectionId AND effect <> 'none'
  AND checked_at > 0 AND (lifted_at IS NULL OR lifted_at >= :since) LIMIT 1`,
);
/** The network's limits whose cycle has not ended. */
export const quotas = query<
  { connectionId: number; now: number },
  {
    readonly type: string;
    readonly status: string;
    readonly total: number | null;
    readonly used: number;
    readonly startsAt: number | null;
    readonly endsAt: number | null;
  }
>(`SELECT type, status, total, used, starts_at AS startsAt, ends_at AS endsAt FROM new_chat_quota
  WHERE connection_id = :connectionId AND (ends_at IS NULL OR ends_at > :now) ORDER BY type`);
export const deleteOld = query<{ before: number; limit: number }>(
  `DELETE FROM first_contact WHERE id IN (SELECT id FROM first_contact WHERE at < :before LIMIT :limit)`,
);
