import { eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { noContact } from "./errors.ts";
import { ContactUpdated } from "./events.ts";
import { type Contact, contact } from "./schema.ts";

/** The stored contact, undefined when there is none. Hand-written SQL: runs for every inbound message. */
export function contactById(db: Db, id: number): Contact | undefined {
  const row = queryOne(db, sql.contactById, { id });
  return row === undefined ? undefined : sql.readContact(row);
}

/** The contact, which every user of the company may see. Throws 404 ERR_NO_CONTACT_FOUND. */
export function visibleContact(tenant: Tenant, id: number): Contact {
  const found = contactById(tenant.db, id);
  if (!found) throw noContact();
  return found;
}

/** Fields that a bot learned about a contact; absent fields stay unchanged. */
interface Description {
  readonly name?: string;
  readonly email?: string;
  /** Matched by name: existing entries get the new value, others are added. */
  readonly extraInfo?: readonly { readonly name: string; readonly value: string }[];
}

/** Stores what a bot learned. Checks no permissions: the product itself writes. */
export function describeContact(unit: TenantUnit, contactId: number, description: Description): void {
  const { name, email, extraInfo = [] } = description;
  unit.db
    .update(contact)
    .set({
      ...(name !== undefined && { name, nameSource: "manual" as const }),
      ...(email !== undefined && { email }),
      updatedAt: unit.now,
    })
    .where(eq(contact.id, contactId))
    .run();
  for (const extra of extraInfo) {
    const known = queryOne(unit.db, sql.extraByName, { contactId, name: extra.name });
    if (known) execute(unit.db, sql.setExtraValue, { value: extra.value, id: known.id });
    else execute(unit.db, sql.insertExtra, { contactId, name: extra.name, value: extra.value });
  }
  unit.emit(ContactUpdated, { contactId });
}
