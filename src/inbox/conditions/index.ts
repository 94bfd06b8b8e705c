/** Public functions of the conditions. */
export { checkConditions } from "./check.ts";
export { ticketFacts } from "./facts.ts";
export {
  type ConditionUser,
  ConditionUsersPort,
  names,
  type Reference,
  referencesOf,
  withoutReference,
} from "./references.ts";
export { selecting } from "./select.sql.ts";
