import type { CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { ContactCreated } from "#people/contacts/events.ts";
import type { Contact } from "#people/contacts/index.ts";
import { contactById, findIdentity, importPerson } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** The current contact of a recipient, after merges or later creation; undefined without a contact for the number. */
export function contactOf(db: Db, row: CampaignRecipient): Contact | undefined {
  if (row.number === "") return row.contactId === null ? undefined : contactById(db, row.contactId);
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity && contactById(db, identity.contactId);
}

/** Creates a contact for a number without one, with the name of the list. */
export function makeContact(unit: TenantUnit, { number, name, email }: CampaignRecipient): Contact {
  importPerson(unit, { number, name, email, extras: [] });
  const identity = findIdentity(unit.db, { kind: "pn", value: number, address: "" });
  const contact = identity && contactById(unit.db, identity.contactId);
  if (!contact) throw new Error("a recipient did not become a contact");
  unit.emit(ContactCreated, { contactId: contact.id });
  return contact;
}

/**
 * Why a recipient of the list is skipped; null = not skipped (docs/rules/campaigns.md#recipients,
 * docs/rules/campaigns.md#number-protection).
 */
export function skipReason(db: Db, row: CampaignRecipient, contact: Contact | undefined): string | null {
  if (contact?.optedOutAt) return "opt_out";
  if (contact?.blocked) return "blocked";
  if (row.number === "") return contact ? null : "contact_deleted";
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity?.existsState === "no" ? "invalid" : null;
}
