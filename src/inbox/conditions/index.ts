/** Public functions of the conditions. */
export { checkConditions } from "./check.ts";
export {
  type ConditionUser,
  ConditionUsersPort,
  names,
  withoutReference,
} from "./references.ts";
export { selecting } from "./select.sql.ts";
