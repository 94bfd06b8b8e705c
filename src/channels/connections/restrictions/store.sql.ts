import { connectionRestriction, type Restriction } from "#channels/connections/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns } = rowReader(connectionRestriction);

/** Read for each message that is sent through the API. */
export const openOf = query<{ connectionId: number }, Restriction>(
  `SELECT ${columns} FROM connection_restriction WHERE connection_id = :connectionId AND lifted_at IS NULL ORDER BY since`,
);
