import type { TagAnswer } from "./contract.ts";
import type { TagView } from "./queries.ts";

export const presentTag = (row: TagView): TagAnswer => ({
  id: row.id,
  name: row.name,
  color: row.color,
  kanban: row.kanban ? 1 : 0,
  userId: row.userId,
  ticketsCount: row.ticketsCount,
});
