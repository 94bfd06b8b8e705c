import { isTemporaryId } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { acceptAs } from "./complete.ts";
import type { Content, Payload } from "./payload.ts";
import * as sql from "./queries.sql.ts";
import { outboxByProviderId } from "./queries.ts";

/** The echo of a message that we sent, from a network that assigns the message ids itself. */
export interface Echo {
  readonly connectionId: number;
  readonly contactId: number | undefined;
  readonly providerId: string;
  /** The temporary id under which the message was sent; null when the network does not return it. */
  readonly ownId: string | null;
  /** Null for a message with a file. */
  readonly text: string | null;
}

/**
 * Matches the echo of one of our sends to its outbox row and marks the row as sent under the network's id. The echo may
 * arrive before the network's answer to the call, or instead of it. Returns false when no send matches.
 */
export function bindEcho(unit: TenantUnit, echo: Echo): boolean {
  const row = rowOf(unit, echo);
  if (!row) return false;
  if (row.state !== "sent" && row.state !== "cancelled") acceptAs(unit, row, echo.providerId);
  return true;
}

function rowOf(unit: TenantUnit, { connectionId, contactId, ownId, text }: Echo): OutboxRow | undefined {
  if (ownId !== null && isTemporaryId(ownId)) return outboxByProviderId(unit.db, connectionId, ownId);
  if (contactId === undefined) return undefined;
  const found = queryOne(unit.db, sql.sendingOfChat, { connectionId, contactId });
  const row = found === undefined ? undefined : sql.read(found);
  if (row?.kind !== "message" || !isTemporaryId(row.providerId)) return undefined;
  const { content } = JSON.parse(row.payload) as Payload;
  const same = text === null ? content.type === "media" : wordsOf(content) === text;
  return same ? row : undefined;
}

const wordsOf = (content: Content): string | null =>
  content.type === "text" || content.type === "choices" ? content.text : null;
