import { type Field, fieldsOf } from "#people/fields/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * The custom field that `field.<key>` means: of the contact, else of the ticket, as in texts
 * (docs/rules/conditions.md#custom-fields). Inactive ones included; undefined when the company has no such field.
 */
export const definitionOf = (tenant: Tenant, key: string): Field | undefined =>
  [...fieldsOf(tenant, "contact"), ...fieldsOf(tenant, "ticket")].find((field) => field.key === key);
