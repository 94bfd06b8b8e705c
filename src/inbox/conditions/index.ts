/** Public functions of the conditions. */
export { checkConditions } from "./check.ts";
export { ticketFacts } from "./facts.ts";
export { judge } from "./judge/contract.ts";
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
