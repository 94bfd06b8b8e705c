import { query } from "#platform/db/query.ts";

export const ticketsOf = query<{ integrationId: number }, { readonly id: number }>(
  "SELECT id FROM ticket WHERE integration_id = :integrationId",
);
