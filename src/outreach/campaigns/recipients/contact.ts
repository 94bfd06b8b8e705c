import type { CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { ContactCreated } from "#people/contacts/events.ts";
import type { Contact } from "#people/contacts/index.ts";
import { contactById, findIdentity, importPerson } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** The contact a recipient is now: merged, or known since; undefined when nobody has the number yet. */
export function contactOf(db: Db, row: CampaignRecipient): Contact | undefined {
  if (row.number === "") return row.contactId === null ? undefined : contactById(db, row.contactId);
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity && contactById(db, identity.contactId);
}

/** Nobody has this number: its owner becomes a contact, by the name of the list. */
export function makeContact(unit: TenantUnit, { number, name, email }: CampaignRecipient): Contact {
  importPerson(unit, { number, name, email, extras: [] });
  const identity = findIdentity(unit.db, { kind: "pn", value: number, address: "" });
  const contact = identity && contactById(unit.db, identity.contactId);
  if (!contact) throw new Error("a recipient did not become a contact");
  unit.emit(ContactCreated, { contactId: contact.id });
  return contact;
}

/**
 * Why somebody gets nothing although they are in the list; null = they get it (docs/rules/campaigns.md#recipients,
 * docs/rules/campaigns.md#number-protection).
 */
export function skipReason(db: Db, row: CampaignRecipient, contact: Contact | undefined): string | null {
  if (contact?.optedOutAt) return "opt_out";
  if (contact?.blocked) return "blocked";
  if (row.number === "") return contact ? null : "contact_deleted";
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity?.existsState === "no" ? "invalid" : null;
}
