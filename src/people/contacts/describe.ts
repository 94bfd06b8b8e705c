import { eq } from "drizzle-orm";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ContactUpdated } from "./events.ts";
import { contact } from "./schema.ts";

/** What a bot learned of the person it talks to; absent fields stay. */
export interface Description {
  readonly name?: string;
  readonly email?: string;
  /** By name: those that are known get the value, the others are added. */
  readonly extraInfo?: readonly { readonly name: string; readonly value: string }[];
}

const KNOWN =
  "SELECT id FROM contact_extra WHERE contact_id = ? AND fold(name) = fold(?) ORDER BY id LIMIT 1";
const CHANGE = "UPDATE contact_extra SET value = ? WHERE id = ?";
const ADD = "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, ?, ?)";

/** Writes down what a bot learned, for the product's own reasons: nobody's rights are asked. */
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
    const known = one<{ id: number }>(unit.db, KNOWN, contactId, extra.name);
    if (known) run(unit.db, CHANGE, extra.value, known.id);
    else run(unit.db, ADD, contactId, extra.name, extra.value);
  }
  unit.emit(ContactUpdated, { contactId });
}
