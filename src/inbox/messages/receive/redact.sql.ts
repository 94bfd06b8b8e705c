import { query } from "#platform/db/query.ts";

/** The preview of an address is removed as well: it repeats what the text said. */
export const forget = query<{ path: string; text: string; id: number }>(
  "UPDATE inbound_event SET payload = json_remove(json_set(payload, :path, :text), '$.content.preview') WHERE id = :id",
);
