import { eq } from "drizzle-orm";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ContactUpdated } from "./events.ts";
import { type Contact, contact } from "./schema.ts";

/** The contact was asked for its phone (docs/rules/contacts.md#ask-for-the-phone). Checks no permissions. */
export const notePhoneAsked = (unit: TenantUnit, contactId: number): void =>
  change(unit, contactId, { phoneAskedAt: unit.now, phoneRefusedAt: null });

/** The contact does not want to share its phone. Checks no permissions. */
export const notePhoneRefused = (unit: TenantUnit, contactId: number): void =>
  change(unit, contactId, { phoneRefusedAt: unit.now, offeredPhone: null });

/** A number that the contact typed or sent as a card; a user confirms or dismisses it. */
export const offerPhone = (unit: TenantUnit, contactId: number, offeredPhone: string): void =>
  change(unit, contactId, { offeredPhone });

type Fields = Partial<Pick<Contact, "phoneAskedAt" | "phoneRefusedAt" | "offeredPhone">>;
function change(unit: TenantUnit, contactId: number, fields: Fields): void {
  unit.db
    .update(contact)
    .set({ ...fields, updatedAt: unit.now })
    .where(eq(contact.id, contactId))
    .run();
  unit.emit(ContactUpdated, { contactId });
}
