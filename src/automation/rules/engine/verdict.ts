import type { RunCondition } from "#automation/rules/contract.ts";
import type { Rule } from "#automation/rules/schema.ts";
import {
  everyCondition,
  type Fact,
  type Facts,
  judge,
  ticketFacts,
  type Verdict,
} from "#inbox/conditions/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Occasion } from "./occasion.ts";

/** Longest value that a run keeps. */
const MOST_CHARACTERS = 100;

/** What conditions compare for an occasion, as the rows are now; undefined when its ticket or contact is gone. */
export function factsOf(tenant: Tenant, occasion: Occasion): Facts | undefined {
  const { ticketId, contactId, facts } = occasion;
  if (ticketId !== null) return ticketFacts(tenant, ticketId, { event: facts });
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

/** Whether the settings of a rule select this occasion; those that do not leave no run. */
export function isMeant(
  { settings, conditions }: Pick<Rule, "settings" | "conditions">,
  { change, tagId, about }: Occasion,
): boolean {
  if (about !== undefined && everyCondition(conditions).every(({ field }) => field !== about)) return false;
  if (change !== undefined && settings.changes && !settings.changes.includes(change)) return false;
  return tagId === undefined || !settings.tagIds || settings.tagIds.includes(tagId);
}

/** Judges the conditions of a rule; without conditions it always holds. */
export const verdictOf = ({ conditions }: Pick<Rule, "conditions">, facts: Facts): Verdict =>
  judge(conditions, facts);

/** The conditions of a verdict as a run keeps them. */
export const shownConditions = ({ judged }: Verdict): RunCondition[] =>
  judged.map(({ condition: { field, op, value }, found, passed }) => ({
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
