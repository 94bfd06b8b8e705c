import { setting } from "#accounts/settings/index.ts";
import type { InboundEvent } from "#channels/connections/index.ts";
import { isPlaceholder } from "#inbox/messages/index.ts";
import { ErasedAtPort, identitiesOf, identityKey, type PersonKey } from "#people/contacts/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./compare.sql.ts";
import { LIMITS } from "./policy.ts";

export interface Chat {
  readonly connectionId: number;
  readonly contactId: number;
}
type MessageEvent = Extract<InboundEvent, { kind: "message" }>;

export interface Comparison {
  /** Number of messages that were compared. */
  readonly compared: number;
  /** Messages that only the phone has, oldest first, as events for the inbox. */
  readonly missing: readonly MessageEvent[];
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Compares the messages of one answer of the phone with the known messages (docs/rules/reconciliation.md#compared). `after` (ms):
 * time up to which the chat was already compared.
 */
export function compare(
  tenant: Tenant,
  chat: Chat,
  events: readonly InboundEvent[],
  after: number,
): Comparison {
  const settledBefore = tenant.clock.now() - LIMITS.settledMs;
  const considered = events.filter(({ at }) => at >= after - 1000 && at <= settledBefore);
  const messages = considered.filter((event): event is MessageEvent => event.kind === "message");
  const known = knownOf(tenant, chat, messages);
  const isErased = erasureCheck(tenant, chat);
  const keptSince = retainedSince(tenant);
  const isMissing = (event: MessageEvent): boolean => {
    const found = known.get(event.providerId);
    const canFill = found?.messageId != null && isPlaceholder(found.body ?? "");
    if (found?.isKnown && !(canFill && event.content.type !== "unsupported")) return false;
    return event.at >= keptSince && !isErased(event);
  };
  const missing = markGaps(events, messages.filter(isMissing));
  return { compared: considered.length, missing: missing.map((event) => withOwnKey(event, known)) };
}

function knownOf(
  tenant: Tenant,
  chat: Chat,
  messages: readonly MessageEvent[],
): ReadonlyMap<string, sql.Known> {
  const [first] = messages;
  if (!first) return new Map();
  const wanted = messages.map(({ providerId, eventKey }) => ({ providerId, eventKey }));
  const rows = queryAll(tenant.db, sql.known, {
    ...chat,
    chatKey: first.chatKey,
    wanted: JSON.stringify(wanted),
  });
  return new Map(rows.map((row) => [row.providerId, row]));
}

/** Gives the content of a placeholder a key of its own, because the inbox already has the event of the placeholder. */
const withOwnKey = (event: MessageEvent, known: ReadonlyMap<string, sql.Known>): MessageEvent =>
  known.get(event.providerId)?.messageId == null
    ? event
    : { ...event, eventKey: `${event.eventKey}:content` };

/** Time of the oldest message that the retention of tickets keeps, ms; older ones were deleted on purpose. */
function retainedSince(tenant: Tenant): number {
  const days = setting(tenant, "ticketRetentionDays");
  return days === 0 ? 0 : tenant.clock.now() - days * DAY_MS;
}

/** Returns a check whether the person of the chat, or the author in a group, was erased after the message was written. */
function erasureCheck(tenant: Tenant, { contactId }: Chat): (event: MessageEvent) => boolean {
  const erasedAt = tenant.installation.ports.find(ErasedAtPort);
  if (!erasedAt) return () => false;
  const ofChat = erasedAt(tenant, identitiesOf(tenant.db, contactId));
  return ({ at, chat, participant }) => {
    const keys = [...chat, ...(participant ?? [])].map(
      (identity): PersonKey => ({
        kind: identity.kind,
        scope: identity.scope ?? "",
        matchKey: identityKey(identity),
      }),
    );
    return at <= Math.max(ofChat ?? 0, erasedAt(tenant, keys) ?? 0);
  };
}

/** Adds to each missing message the id of the preceding message on the phone, and how many missing messages follow directly. */
function markGaps(events: readonly InboundEvent[], missing: readonly MessageEvent[]): MessageEvent[] {
  const ids = new Set(missing.map(({ providerId }) => providerId));
  const marked: MessageEvent[] = [];
  let remaining = 0;
  for (const [index, event] of [...events.entries()].reverse()) {
    if (event.kind !== "message" || !ids.has(event.providerId)) {
      if (event.kind === "message") remaining = 0;
      continue;
    }
    remaining += 1;
    const before = events.slice(0, index).findLast(({ kind }) => kind === "message");
    const after = before?.kind === "message" ? before.providerId : null;
    marked.push({ ...event, gap: { after, remaining } });
  }
  return marked.reverse();
}
