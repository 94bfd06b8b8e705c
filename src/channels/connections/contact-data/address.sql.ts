import type { MetaAccountRow } from "#channels/connections/schema.ts";
import { query } from "#platform/db/query.ts";

type OfConnection = { readonly connectionId: number };

/** The business account of an official number. */
export const businessScope = query<OfConnection, { readonly scope: MetaAccountRow["parentId"] }>(
  `SELECT a.parent_id AS scope FROM meta_account a JOIN connection c ON c.id = a.connection_id
   WHERE a.connection_id = :connectionId AND a.kind = 'phone' AND c.provider = 'cloud'`,
);
/** The page or Instagram account. */
export const accountScope = query<OfConnection, { readonly scope: MetaAccountRow["externalId"] }>(
  "SELECT external_id AS scope FROM meta_account WHERE connection_id = :connectionId AND kind <> 'phone'",
);
