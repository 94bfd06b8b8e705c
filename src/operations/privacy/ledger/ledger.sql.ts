import { query } from "#platform/db/query.ts";
import type { Erased, Row } from "./ledger.ts";

/** Identities checked per turn of the event loop. */
const AT_ONCE = 500;

export const insert = query<{
  hash: string;
  erasedAt: number;
}>(`INSERT INTO erased_identity (hash, erased_at) VALUES (:hash, :erasedAt)
  ON CONFLICT (hash) DO UPDATE SET erased_at = excluded.erased_at`);
export const copy = query<
  Record<"companyId" | "erasedAt", number> & Record<"hash", string>
>(`INSERT INTO erased_identity (company_id, hash, erased_at) VALUES (:companyId, :hash, :erasedAt)
  ON CONFLICT (company_id, hash) DO UPDATE SET erased_at = max(erased_at, excluded.erased_at)`);
export const all = query<Record<never, never>, Erased>(
  "SELECT hash, erased_at AS erasedAt FROM erased_identity",
);
export const anyErasure = query<Record<never, never>, unknown>("SELECT 1 FROM erased_identity LIMIT 1");
export const erasedAt = query<{ hash: string }, Pick<Erased, "erasedAt">>(
  "SELECT erased_at AS erasedAt FROM erased_identity WHERE hash = :hash",
);
export const inherit = query<{ to: number; from: number }>(
  "INSERT INTO erased_identity SELECT :to, hash, erased_at FROM erased_identity WHERE company_id = :from",
);
export const key = query<Record<never, never>, { sealed: string }>(
  "SELECT sealed FROM erasure_key WHERE id = 1",
);
export const insertKey = query<{ sealed: string }>(
  "INSERT INTO erasure_key (id, sealed) VALUES (1, :sealed)",
);
export const erasedOf = query<{ companyId: number }, { hash: string; erasedAt: number }>(
  "SELECT hash, erased_at AS erasedAt FROM erased_identity WHERE company_id = :companyId",
);
export const identitiesAfter = query<
  { after: number },
  Row
>(`SELECT i.id, i.kind, i.scope, i.match_key AS matchKey, c.id AS contactId, c.created_at AS createdAt
  FROM contact_identity i JOIN contact c ON c.id = i.contact_id WHERE i.id > :after ORDER BY i.id LIMIT ${AT_ONCE}`);
export const companiesWithErasures = query<
  Record<never, never>,
  { id: number }
>(`SELECT DISTINCT e.company_id AS id FROM erased_identity e JOIN company c ON c.id = e.company_id
     WHERE c.removed_at IS NULL ORDER BY 1`);
