import { addressOn, type ContactIdentity } from "#contacts/index.ts";
import { type Db, one } from "#platform/db/database.ts";
import type { Channel } from "./contract.ts";

const SCOPE = "SELECT external_id AS scope FROM meta_account WHERE connection_id = ? AND kind <> 'phone'";

/**
 * Where a connection reaches a contact; undefined when it cannot. People are somebody else to every page and account:
 * only the id this one was told counts.
 */
export function addressVia(
  db: Db,
  contactId: number,
  connectionId: number,
  channel: Channel,
): ContactIdentity | undefined {
  if (channel === "whatsapp") return addressOn(db, contactId, channel);
  return addressOn(db, contactId, channel, one<{ scope: string }>(db, SCOPE, connectionId)?.scope);
}
