/** Public functions of the queues. */
export {
  checkAnswerers,
  IntegrationExistsPort,
  IntegrationReadyPort,
  PromptExistsPort,
  TagExistsPort,
} from "./answerers.ts";
export { leaveDistribution, moveTurn } from "./distribution.ts";
export { noQueue } from "./errors.ts";
export { QueueFilesPort, showsQueueFile } from "./files.ts";
export { createOption } from "./options/save.ts";
export { findQueue, QueueUsesPort } from "./queries.ts";
export type { QueueRow } from "./schema.ts";
export { createQueue, forgetIntegration as forgetIntegrationOfQueues } from "./service.ts";
