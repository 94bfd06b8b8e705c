/** Public functions of the automation rules. */

export { raiseRuleEvent } from "./after-commit/raise.ts";
export { forgetRuleRuns } from "./contacts.ts";
