import type { Named } from "#automation/prompts/engine/tools.ts";
import { query } from "#platform/db/query.ts";

export const queues = query<Record<never, never>, Named>(
  "SELECT id, name FROM queue ORDER BY order_queue, id LIMIT 100",
);
export const tags = query<Record<never, never>, Named>(
  "SELECT id, name FROM tag ORDER BY name, id LIMIT 100",
);
