import type { QueueAnswer } from "./contract.ts";
import type { QueueRow } from "./schema.ts";

export const presentQueue = (row: QueueRow): QueueAnswer => ({
  id: row.id,
  name: row.name,
  color: row.color,
  orderQueue: row.orderQueue,
  greetingMessage: row.greetingMessage,
  complationMessage: row.complationMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  ratingMessage: row.ratingMessage,
  token: row.token,
  integrationId: row.integrationId,
  promptId: row.promptId,
});
