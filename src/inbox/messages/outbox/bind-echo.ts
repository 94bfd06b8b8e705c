import { isTemporaryId } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { acceptAs } from "./complete.ts";
import type { Content, Payload } from "./payload.ts";
import * as sql from "./queries.sql.ts";
import { outboxByProviderId } from "./queries.ts";

/** A message of ours as it comes back from a network that made its id. */
export interface Echo {
  readonly connectionId: number;
  readonly contactId: number | undefined;
  readonly providerId: string;
  /** The stand-in it was sent under, null when the network does not say. */
  readonly ownId: string | null;
  /** Null for a file. */
  readonly text: string | null;
}

/**
 * The echo of something we handed over may be faster than the network's answer, or all that is left of it: what it
 * belongs to is sent, under the id the network made. False when it is nothing of ours.
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
