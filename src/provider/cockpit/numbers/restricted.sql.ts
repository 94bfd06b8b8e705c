import type { RestrictionKind } from "#channels/connections/contract.ts";
import { query } from "#platform/db/query.ts";

/** Confirmed restrictions in force, by kind; an end is null when one of the numbers has none. */
export const inForce = query<
  Record<never, never>,
  { readonly kind: RestrictionKind; readonly numbers: number; readonly endsAt: number | null }
>(`SELECT r.kind, count(*) AS numbers, CASE WHEN count(r.ends_at) = count(*) THEN max(r.ends_at) END AS endsAt
  FROM connection_restriction r JOIN connection c ON c.id = r.connection_id AND c.deleted_at IS NULL
  WHERE r.lifted_at IS NULL AND r.checked_at > 0 GROUP BY r.kind ORDER BY r.kind`);
export const measured = query<
  Record<never, never>,
  { readonly id: number; readonly name: string; readonly restrictions: string | null }
>(`SELECT c.id, c.name, f.restrictions FROM company c LEFT JOIN company_figure f ON f.company_id = c.id
  WHERE c.removed_at IS NULL ORDER BY c.name COLLATE NOCASE, c.id`);
