/** What other features may use of the queues. */
export { noQueue } from "./errors.ts";
export { presentQueue } from "./present.ts";
export { findQueue, listQueues } from "./queries.ts";
export { createQueue } from "./save.ts";
export type { QueueRow } from "./schema.ts";
