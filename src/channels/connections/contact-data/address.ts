import type { Channel } from "#channels/connections/contract.ts";
import { addressOn, type ContactIdentity } from "#people/contacts/index.ts";
import { type Db, one } from "#platform/db/database.ts";

const CLOUD = `SELECT a.parent_id AS scope FROM meta_account a JOIN connection c ON c.id = a.connection_id
  WHERE a.connection_id = ? AND a.kind = 'phone' AND c.provider = 'cloud'`;
const SCOPE = "SELECT external_id AS scope FROM meta_account WHERE connection_id = ? AND kind <> 'phone'";

/**
 * Where a connection reaches a contact; undefined when it cannot. People are somebody else to every page, account and
 * business: only the id this one was told counts; a phone number is the same for all. `provider` of the connection, where the caller
 * has read it, saves a read.
 */
export function addressVia(
  db: Db,
  contactId: number,
  connectionId: number,
  channel: Channel,
  provider?: string,
): ContactIdentity | undefined {
  if (channel === "whatsapp") {
    const business =
      provider !== undefined && provider !== "cloud"
        ? undefined
        : one<{ scope: string | null }>(db, CLOUD, connectionId);
    if (!business) return addressOn(db, contactId, channel, { without: ["bsuid", "username"] });
    const phone = addressOn(db, contactId, channel, { without: ["lid", "bsuid", "username", "group"] });
    return phone ?? addressOn(db, contactId, channel, { scope: business.scope ?? "" });
  }
  return addressOn(db, contactId, channel, { scope: one<{ scope: string }>(db, SCOPE, connectionId)?.scope });
}
