import type { Channel } from "#channels/connections/contract.ts";
import { addressOn, type ContactIdentity } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./address.sql.ts";

/**
 * The address under which a connection reaches a contact; undefined when it cannot. Page, account and business ids are
 * valid only inside their scope, so only the identity of this connection's scope counts; phone numbers are global. A
 * caller that knows the connection's `provider` saves a query.
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
        : queryOne(db, sql.businessScope, { connectionId });
    if (!business) return addressOn(db, contactId, channel, { without: ["bsuid", "username"] });
    const phone = addressOn(db, contactId, channel, { without: ["lid", "bsuid", "username", "group"] });
    return phone ?? addressOn(db, contactId, channel, { scope: business.scope ?? "" });
  }
  return addressOn(db, contactId, channel, {
    scope: queryOne(db, sql.accountScope, { connectionId })?.scope,
  });
}
