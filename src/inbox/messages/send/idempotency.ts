import { idempotencyMismatch, noMessage } from "#inbox/messages/errors.ts";
import { messageByClientId } from "#inbox/messages/queries.ts";
import type { Message } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";

/** The fields in which two calls with the same client id must agree (docs/rules/messages.md#post). */
export interface Asked {
  readonly ticketId: number;
  readonly body: string;
  readonly quotedId: number | null;
  /** Hash of the file, if any. */
  readonly file: string | null;
}

/** Hash of a call; it is stored with the message. */
export const hashOf = ({ ticketId, body, quotedId, file }: Asked): string =>
  sha256(JSON.stringify([ticketId, body, quotedId, file]));

/** How long a client id is remembered, ms: a week. Later the same id creates a new message. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/**
 * Returns the message created by an earlier call with this client id, undefined for a first call. Throws 409
 * ERR_IDEMPOTENCY_MISMATCH when its content differs, 404 ERR_NO_MESSAGE_FOUND when its send was undone.
 */
export function earlierMessage(
  db: Db,
  clientMessageId: string,
  hash: string,
  nowMs: number,
): Message | undefined {
  const known = messageByClientId(db, clientMessageId);
  if (!known || nowMs - known.createdAt > KEPT_MS) return undefined;
  if (known.clientHash !== hash) throw idempotencyMismatch();
  // The send was undone, so a repeated call sends nothing.
  if (known.deletedBy === "undone") throw noMessage();
  return known;
}
