import { type Db, one } from "#platform/db/database.ts";

const IN_MESSAGES = "SELECT 1 FROM message WHERE provider_id = ? AND connection_id = ? AND from_me = 1";
const IN_OUTBOX = "SELECT 1 FROM outbox WHERE provider_id = ? AND connection_id = ?";

/** True when we made this id ourselves: what comes back under it is our own message. */
export const isOurs = (db: Db, connectionId: number, providerId: string): boolean =>
  one(db, IN_MESSAGES, providerId, connectionId) !== undefined ||
  one(db, IN_OUTBOX, providerId, connectionId) !== undefined;
