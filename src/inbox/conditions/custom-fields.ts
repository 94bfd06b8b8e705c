import { type Field, fieldsOf } from "#people/fields/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * Returns the custom field of `field.<key>`: the contact's field, else the ticket's, as in texts
 * (docs/rules/conditions.md#custom-fields). Includes inactive fields; undefined when the company has no such field.
 */
export const definitionOf = (tenant: Tenant, key: string): Field | undefined =>
  [...fieldsOf(tenant, "contact"), ...fieldsOf(tenant, "ticket")].find((field) => field.key === key);
