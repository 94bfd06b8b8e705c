import { query } from "#platform/db/query.ts";

/** Also removes the link preview, because it contains the address from the text. */
export const forget = query<{ path: string; text: string; id: number }>(
  "UPDATE inbound_event SET payload = json_remove(json_set(payload, :path, :text), '$.content.preview') WHERE id = :id",
);
