import type { OutgoingDraft } from "#inbox/messages/outbox/create-outgoing.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./bundle.sql.ts";

/** Longest joined text (docs/rules/messages.md#bundles). */
export const LONGEST_BUNDLE = 4096;
const BUNDLING = "bundling";

interface Bundling {
  readonly who: "automatic" | "everybody";
  readonly seconds: number;
}

/** How an official number bundles short texts; undefined = it does not. Cached, because it is read for every message. */
const bundlingOf = (tenant: Tenant, connectionId: number): Bundling | undefined =>
  tenant
    .cached(BUNDLING, () => new Map(queryAll(tenant.db, sql.bundling).map((row) => [row.id, row])))
    .get(connectionId);

/** Reads the connections again after one was saved. */
export const forgetBundling = (tenant: Tenant): void => tenant.drop(BUNDLING);

const AUTOMATIC = ["bot", "ai", "system", "rule", "followup"] as const;
const bundleKey = (ticketId: number, origin: string, userId: number | null): string =>
  `${ticketId}:${origin}:${userId ?? ""}`;

/**
 * The window in which a text waits to be joined with others of its author (docs/rules/messages.md#bundles); null = it is sent
 * immediately. A message of another kind or author ends the earlier windows, so that it does not wait behind them.
 */
export function windowFor(
  unit: TenantUnit,
  ticket: Ticket,
  draft: OutgoingDraft,
): { readonly key: string; readonly endsAt: number } | null {
  const rules = bundlingOf(unit.tenant, ticket.connectionId);
  if (!rules || draft.planned) return null;
  const chat = { connectionId: ticket.connectionId, contactId: ticket.contactId };
  const key = keyOf(rules, ticket, draft);
  execute(unit.db, sql.release, { ...chat, except: key ?? "", now: unit.now });
  if (key === null) return null;
  const open = queryOne(unit.db, sql.openWindow, { ...chat, key, now: unit.now });
  return { key, endsAt: open?.endsAt ?? unit.now + rules.seconds * 1000 };
}

/**
 * The bundle key of a message; null = never bundled: a file, a quote, buttons, a first message, another origin, a held or forwarded
 * message.
 */
function keyOf(
  { who }: Bundling,
  ticket: Ticket,
  { fields, payload, source, notBefore, hold }: OutgoingDraft,
) {
  const { origin, userId = null } = fields;
  const isAutomatic = AUTOMATIC.some((one) => one === origin);
  const isPerson = origin === "user" && source === "message" && who === "everybody";
  const { content, quotedId = null, to, forwarded = false } = payload;
  const isPlain =
    content.type === "text" &&
    quotedId === null &&
    to === undefined &&
    notBefore === undefined &&
    !hold &&
    !forwarded;
  if (!isPlain || ticket.lastCustomerMessageAt === null || !(isAutomatic || isPerson)) return null;
  return bundleKey(ticket.id, origin, userId);
}
