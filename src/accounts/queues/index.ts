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
export { forgetIntegration as forgetIntegrationOfQueues } from "./forget-integration.ts";

export { createOption } from "./options/save.ts";

export { findQueue } from "./queries.ts";
export { createQueue } from "./save.ts";
export type { QueueRow } from "./schema.ts";
export { QueueUsesPort } from "./uses.ts";
