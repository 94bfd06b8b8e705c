import { defineEvent } from "#platform/events/define-event.ts";
import type { Rule } from "./schema.ts";

/** `before` is null for a new rule; only the order, a switch or a failure may have changed. */
export const RuleSaved = defineEvent<{ readonly before: Rule | null; readonly after: Rule }>("rule.saved");
export const RuleDeleted = defineEvent<{ readonly rule: Rule }>("rule.deleted");
