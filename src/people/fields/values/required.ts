import type { FieldOwner } from "#people/fields/contract.ts";
import { activeFields } from "#people/fields/queries.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { fieldsWithValue } from "./values.ts";

interface Resolved {
  readonly id: number;
  readonly contactId: number;
  readonly queueId: number | null;
}

/**
 * Ids of the required fields that the ticket or its contact lacks, those of the ticket first
 * (docs/rules/fields.md#required). Reads no values when no field is required in the ticket's queue.
 */
export const missingFields = (tenant: Tenant, ticket: Resolved): readonly number[] => [
  ...missingOf(tenant, "ticket", ticket.id, ticket.queueId),
  ...missingOf(tenant, "contact", ticket.contactId, ticket.queueId),
];

function missingOf(tenant: Tenant, of: FieldOwner, ownerId: number, queueId: number | null): number[] {
  const needed = activeFields(tenant, of).filter(
    ({ required, queueIds }) =>
      required && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))),
  );
  if (needed.length === 0) return [];
  const filled = new Set(fieldsWithValue(tenant.db, of, ownerId));
  return needed.filter(({ id }) => !filled.has(id)).map(({ id }) => id);
}
