import { fieldsOf, wireForm } from "#people/fields/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { definitionOf } from "./custom-fields.ts";
import type { Fact, Facts } from "./evaluate/contract.ts";
import * as sql from "./facts.sql.ts";
import { CONDITION_FIELDS, customKeyOf } from "./shape/contract.ts";

interface Wanted {
  /** The person who looks at the ticket; absent = none. */
  readonly me?: number;
  /** Fields of the event that is evaluated (`message.*`, `time.*`); they overrule those of the ticket. */
  readonly event?: Readonly<Record<string, Fact>>;
}

/**
 * What conditions compare of a ticket, read by one statement; undefined when the ticket does not exist. Checks no
 * permissions. For rules and SLA policies.
 */
export function ticketFacts(
  tenant: Tenant,
  ticketId: number,
  { me, event = {} }: Wanted = {},
): Facts | undefined {
  const hasFields = fieldsOf(tenant, "ticket").length + fieldsOf(tenant, "contact").length > 0;
  const row = queryOne(tenant.db, hasFields ? sql.factsOf.withValues : sql.factsOf.plain, { id: ticketId });
  if (!row) return undefined;
  const now = tenant.clock.now();
  return {
    me: me ?? null,
    of(field) {
      if (field in event) return event[field];
      if (field === "tags") return JSON.parse(row.tags) as number[];
      if (field === "participating") return me !== undefined && row.participants.includes(`,${me},`);
      if (customKeyOf(field) !== undefined) return customFact(tenant, row, field);
      const value = row[field];
      if (value === undefined) return null;
      if (sql.MINUTES.has(field)) return value === null ? null : (now - Number(value)) / 60_000;
      return CONDITION_FIELDS[field]?.ops["is"] === "flag" ? value === 1 : value;
    },
  };
}

function customFact(tenant: Tenant, { customValues }: sql.FactsRow, field: string): Fact {
  const definition = definitionOf(tenant, customKeyOf(field) ?? "");
  if (!definition || customValues === null) return null;
  const rows = (JSON.parse(customValues) as [number, string | null, number | null][])
    .filter(([fieldId]) => fieldId === definition.id)
    .map(([, text, num]) => ({ text, num }));
  return rows.length === 0 ? null : wireForm(definition.kind, rows);
}
