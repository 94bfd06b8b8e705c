import type { Tenant } from "#tenants/tenant.ts";
import type { ContactListAnswer, ContactListItemAnswer } from "./contract.ts";
import type { ContactList, ContactListItem } from "./schema.ts";

export const presentList = (tenant: Tenant, row: ContactList): ContactListAnswer => ({
  id: row.id,
  name: row.name,
  contactsCount: row.contactsCount,
  validCount: row.validCount,
  invalidCount: row.invalidCount,
  companyId: tenant.id,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

export const presentItem = (tenant: Tenant, row: ContactListItem): ContactListItemAnswer => ({
  id: row.id,
  name: row.name,
  number: row.number,
  email: row.email,
  companyId: tenant.id,
  contactListId: row.contactListId,
  isWhatsappValid: row.isWhatsappValid,
});
