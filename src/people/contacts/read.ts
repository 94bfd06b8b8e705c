import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { noContact } from "./errors.ts";
import type { Contact } from "./schema.ts";

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
