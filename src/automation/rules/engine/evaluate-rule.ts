import type { RunCondition } from "#automation/rules/contract.ts";
import { comparedColumns } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import {
  type Evaluation,
  evaluate,
  everyCondition,
  type Fact,
  type Facts,
  ticketFacts,
} from "#inbox/conditions/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { RuleTrigger } from "./trigger.ts";

/** Maximum length of a value that a run stores, characters. */
const MOST_CHARACTERS = 100;

/** The current values that conditions compare for a trigger; undefined when its ticket or contact no longer exists. */
export function factsOf(tenant: Tenant, trigger: RuleTrigger): Facts | undefined {
  const { ticketId, contactId, facts } = trigger;
  if (ticketId !== null)
    return ticketFacts(tenant, ticketId, { event: facts, fields: comparedColumns(tenant) });
  const contact = contactId === null ? undefined : contactById(tenant.db, contactId);
  if (!contact) return undefined;
  const known: Readonly<Record<string, Fact>> = {
    "contact.number": contact.number,
    "contact.name": contact.name,
    "contact.is_new": true,
    "contact.opted_out": contact.optedOutAt !== null,
    group: contact.isGroup,
    tags: [],
    ...facts,
  };
  return { me: null, of: (field) => known[field] ?? null };
}

/** Whether the settings of a rule select this trigger; otherwise no run is logged. */
export function matchesSettings(
  { settings, conditions }: Pick<Rule, "settings" | "conditions">,
  { change, tagId, about }: RuleTrigger,
): boolean {
  if (about !== undefined && everyCondition(conditions).every(({ field }) => field !== about)) return false;
  if (change !== undefined && settings.changes && !settings.changes.includes(change)) return false;
  return tagId === undefined || !settings.tagIds || settings.tagIds.includes(tagId);
}

/** Evaluates the conditions of a rule; without conditions it always holds. */
export const evaluateRule = ({ conditions }: Pick<Rule, "conditions">, facts: Facts): Evaluation =>
  evaluate(conditions, facts);

/** The conditions of an evaluation in the form in which a run stores them. */
export const shownConditions = ({ evaluated }: Evaluation): RunCondition[] =>
  evaluated.map(({ condition: { field, op, value }, found, passed }) => ({
    field,
    op,
    ...(value !== undefined && { value }),
    found: shownFact(found),
    ok: passed ?? null,
  }));

function shownFact(found: Fact): string | null {
  if (found === null || found === undefined) return null;
  const text = typeof found === "object" ? found.join(", ") : String(found);
  return text.slice(0, MOST_CHARACTERS);
}
