import { query } from "#platform/db/query.ts";

/** The connection that a token of the send API belongs to; in the system database. */
type Owner = { readonly companyId: number; readonly connectionId: number };
type Token = Owner & { readonly hash: string };

export const ownerOf = query<{ hash: string }, Owner>(
  "SELECT company_id AS companyId, connection_id AS connectionId FROM connection_token WHERE hash = :hash",
);
export const assign = query<Token>(
  `INSERT INTO connection_token (hash, company_id, connection_id) VALUES (:hash, :companyId, :connectionId)
   ON CONFLICT (hash) DO UPDATE SET connection_id = excluded.connection_id`,
);
export const assignIfFree = query<Token>(
  `INSERT INTO connection_token (hash, company_id, connection_id) VALUES (:hash, :companyId, :connectionId)
   ON CONFLICT (hash) DO NOTHING`,
);
export const revoke = query<Token>(
  `DELETE FROM connection_token
   WHERE hash = :hash AND company_id = :companyId AND connection_id = :connectionId`,
);
