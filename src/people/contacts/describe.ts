import { eq } from "drizzle-orm";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { ContactUpdated } from "./events.ts";
import { contact } from "./schema.ts";

/** Fields that a bot learned about a contact; absent fields stay unchanged. */
export interface Description {
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
