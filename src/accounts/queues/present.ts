import { readHours } from "#accounts/opening-hours/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { QueueAnswer } from "./contract.ts";
import { queueFiles } from "./files.ts";
import type { QueueView } from "./queries.ts";

export const presentQueue = (tenant: Tenant, row: QueueView): QueueAnswer => ({
  id: row.id,
  name: row.name,
  color: row.color,
  orderQueue: row.orderQueue,
  greetingMessage: row.greetingMessage,
  complationMessage: row.completionMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  ratingMessage: row.ratingMessage,
  token: row.token,
  integrationId: row.integrationId,
  promptId: row.promptId,
  schedules: [...readHours(row.schedules)],
  allowDistributedTickets: row.allowDistributed,
  usersDistributedTickets: row.distributed,
  hasOptions: row.hasOptions,
  ...queueFiles(tenant).present(tenant, row.mediaId),
});
