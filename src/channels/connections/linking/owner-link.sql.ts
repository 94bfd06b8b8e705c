import { query } from "#platform/db/query.ts";

/** Links for the owner of a phone; in the system database. Times in ms. */
interface Link {
  readonly companyId: number;
  readonly connectionId: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** A link that was deleted. */
type LinkOwner = { readonly hash: string; readonly companyId: number };

export const linksSince = query<
  { companyId: number; connectionId: number; since: number },
  { n: number; oldest: number }
>(
  `SELECT count(*) AS n, min(expires_at) AS oldest FROM owner_link
   WHERE company_id = :companyId AND connection_id = :connectionId AND expires_at > :since`,
);
export const addLink = query<{ hash: string; companyId: number; connectionId: number; expiresAt: number }>(
  `INSERT INTO owner_link (token_hash, company_id, connection_id, expires_at)
   VALUES (:hash, :companyId, :connectionId, :expiresAt)`,
);
export const deleteOld = query<{ before: number }, LinkOwner>(
  "DELETE FROM owner_link WHERE expires_at < :before RETURNING token_hash AS hash, company_id AS companyId",
);
export const linksOfCompany = query<{ companyId: number }, { hash: string }>(
  "SELECT token_hash AS hash FROM owner_link WHERE company_id = :companyId",
);
export const linkByHash = query<{ hash: string; now: number }, Link>(
  `SELECT company_id AS companyId, connection_id AS connectionId, expires_at AS expiresAt, used_at AS usedAt
   FROM owner_link WHERE token_hash = :hash AND expires_at > :now`,
);
export const markUsed = query<{ companyId: number; connectionId: number; now: number }>(
  `UPDATE owner_link SET used_at = :now
   WHERE company_id = :companyId AND connection_id = :connectionId AND used_at IS NULL`,
);
export const deleteOfConnection = query<{ companyId: number; connectionId: number }, LinkOwner>(
  `DELETE FROM owner_link WHERE company_id = :companyId AND connection_id = :connectionId
   RETURNING token_hash AS hash, company_id AS companyId`,
);
