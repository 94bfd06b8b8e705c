/** Public functions of the automation rules. */

export { raiseRuleEvent } from "./behind/raise.ts";
export { forgetRuleRuns } from "./contacts.ts";
