import { wireForm } from "#people/fields/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { definitionOf } from "./custom-fields.ts";
import type { Fact, Facts } from "./evaluate/contract.ts";
import * as sql from "./facts.sql.ts";
import { CONDITION_FIELDS, customKeyOf } from "./shape/contract.ts";

interface Wanted {
  /** The user for whom the ticket is evaluated; absent = none, as in rules. */
  readonly me?: number;
  /** Fields of the event that is evaluated (`message.*`, `time.*`); they take precedence over fields of the ticket. */
  readonly event?: Readonly<Record<string, Fact>>;
  /** Fields read by the first statement; absent = all fields. Any other field is read when it is requested. */
  readonly fields?: FactColumns;
}

/** The columns of a ticket that some fields need. */
export type FactColumns = ReadonlySet<sql.Column>;

/** The columns that `ticketFacts` must read for conditions on these fields. */
export function factColumns(fields: Iterable<string>): FactColumns {
  const columns = new Set<sql.Column>();
  for (const field of fields) {
    const column = columnOf(field);
    if (sql.ALL_COLUMNS.has(column)) columns.add(column);
  }
  return columns;
}

function columnOf(field: string): sql.Column {
  if (field === "participating") return "participants";
  return customKeyOf(field) === undefined ? field : "customValues";
}

/**
 * Reads the values of a ticket that conditions compare, for rules and SLA policies. Undefined when the ticket does
 * not exist. Checks no permissions.
 */
export function ticketFacts(
  tenant: Tenant,
  ticketId: number,
  { me, event = {}, fields = sql.ALL_COLUMNS }: Wanted = {},
): Facts | undefined {
  const read = (columns: FactColumns) => queryOne(tenant.db, sql.factsOf(columns), { id: ticketId });
  const first = read(fields);
  if (!first) return undefined;
  const now = tenant.clock.now();
  let whole: sql.FactsRow | undefined;
  return {
    me: me ?? null,
    of(field) {
      if (field in event) return event[field];
      if (!fields.has(columnOf(field))) whole ??= read(sql.ALL_COLUMNS);
      const row = fields.has(columnOf(field)) ? first : whole;
      if (!row) return null;
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
  if (!definition) return null;
  const rows = (JSON.parse(customValues) as [number, string | null, number | null][])
    .filter(([fieldId]) => fieldId === definition.id)
    .map(([, text, num]) => ({ text, num }));
  return rows.length === 0 ? null : wireForm(definition.kind, rows);
}
