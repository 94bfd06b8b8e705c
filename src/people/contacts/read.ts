import { type Db, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { noContact } from "./errors.ts";
import type { Contact } from "./schema.ts";

const BY_ID = `SELECT id, uuid, name, name_source AS nameSource, number, email, is_group AS isGroup, blocked,
  disable_bot AS disableBot, opted_out_at AS optedOutAt, picture_id AS pictureId,
  picture_checked_at AS pictureCheckedAt, connection_id AS connectionId, created_at AS createdAt,
  updated_at AS updatedAt FROM contact WHERE id = ?`;

/** The contact as stored, undefined when there is none. Hand-written: every inbound message reads it. */
export function contactById(db: Db, id: number): Contact | undefined {
  const row = one<
    Omit<Contact, "isGroup" | "blocked" | "disableBot"> & {
      isGroup: number;
      blocked: number;
      disableBot: number;
    }
  >(db, BY_ID, id);
  return (
    row && {
      ...row,
      isGroup: row.isGroup === 1,
      blocked: row.blocked === 1,
      disableBot: row.disableBot === 1,
    }
  );
}

/** The contact for whoever may see it: everybody of the company. Throws 404 ERR_NO_CONTACT_FOUND. */
export function visibleContact(tenant: Tenant, id: number): Contact {
  const found = contactById(tenant.db, id);
  if (!found) throw noContact();
  return found;
}
