/** Public functions of the conditions. */

export { checkConditions } from "./check.ts";
export { type Evaluation, evaluate, type Fact, type Facts, holds } from "./evaluate/contract.ts";
export { type FactColumns, factColumns, ticketFacts } from "./facts.ts";
export {
  type ConditionUser,
  ConditionUsersPort,
  names,
  type Reference,
  refuseWhileUsed,
  releaseReference,
  withoutReference,
} from "./references.ts";
export { selecting } from "./select.sql.ts";
export { everyCondition, type MessageKind, nodesOf } from "./shape/contract.ts";
