import { query } from "#platform/db/query.ts";

export const forget = query<{ path: string; text: string; id: number }>(
  "UPDATE inbound_event SET payload = json_set(payload, :path, :text) WHERE id = :id",
);
