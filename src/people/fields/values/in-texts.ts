import { languageOf } from "#accounts/settings/index.ts";
import type { FieldOwner, FieldValue } from "#people/fields/contract.ts";
import { activeFields, fieldsOf } from "#people/fields/queries.ts";
import type { Field } from "#people/fields/schema.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { textOfValue } from "./typed-text.ts";
import { everyValueOf, valuesOf } from "./values.ts";

/**
 * The value of a variable by its key: of the contact, else of the ticket; "" when no such value exists, undefined when
 * the company has no such field (docs/rules/variables.md).
 */
export function fieldInText(
  tenant: Tenant,
  key: string,
  ids: { readonly contactId: number; readonly ticketId: number | null },
): string | undefined {
  const owners = { contact: ids.contactId, ticket: ids.ticketId } as const;
  let known = false;
  for (const of of ["contact", "ticket"] as const) {
    const field = fieldsOf(tenant, of).find((one) => one.key === key);
    if (!field) continue;
    known = true;
    const id = owners[of];
    const value = id === null ? undefined : everyValueOf(tenant, of, id)[key];
    if (value !== undefined)
      return textOfValue(field.kind, value, languageOf(tenant).slice(0, 2) as PageLanguage);
  }
  return known ? "" : undefined;
}

/** Active fields of an owner with their values as texts, for files. */
export function textColumns(
  tenant: Tenant,
  of: FieldOwner,
  language: PageLanguage,
): { readonly fields: readonly Field[]; read(ownerIds: readonly number[]): (ownerId: number) => string[] } {
  const fields = activeFields(tenant, of);
  const text = ({ kind }: Field, value: FieldValue | undefined) =>
    value === undefined ? "" : textOfValue(kind, value, language);
  return {
    fields,
    read(ownerIds) {
      const values = valuesOf(tenant, of, ownerIds);
      return (ownerId) => fields.map((field) => text(field, values(ownerId)[field.key]));
    },
  };
}
