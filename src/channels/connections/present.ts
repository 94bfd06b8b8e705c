import type { QueueRef } from "#accounts/queues/contract.ts";
import { MASK } from "#accounts/settings/index.ts";
import { type Actor, isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import type {
  ConnectionAnswer,
  ConnectionForAttendant,
  RestrictionAnswer,
  SessionUpdate,
} from "./contract.ts";
import { NumberScorePort } from "./provider-port.ts";
import { listConnections, queuesOf, requireConnection } from "./queries.ts";
import { openRestrictions, restrictionsByConnection } from "./restrictions/store.ts";
import type { ConnectionRow, Restriction } from "./schema.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** What a connection is shown with. `token` is the plain token, only in the response that set it. */
export interface Shown {
  readonly queues: readonly QueueRef[];
  readonly restrictions: readonly Restriction[];
  /** Only for admins; null on channels other than WhatsApp. */
  readonly score?: number | null;
  readonly token?: string;
}

/** Queues, restrictions and score of one connection. */
export const shownWith = (tenant: Tenant, row: ConnectionRow): Shown => ({
  queues: queuesOf(tenant.db, [row.id]).get(row.id) ?? [],
  restrictions: openRestrictions(tenant.db, row.id),
  score: scoreOf(tenant, row),
});

/** Null also while a demo fills the company, before the features are wired. */
const scoreOf = (tenant: Tenant, { id, channel }: ConnectionRow): number | null =>
  channel === "whatsapp" ? (tenant.installation.ports.find(NumberScorePort)?.(tenant, id) ?? null) : null;

/** A restriction for every user; with `withRaw`, for admins, also type, code and text as the network reported them. */
export function presentRestriction(row: Restriction, withRaw: boolean): RestrictionAnswer {
  const { kind, effect, since, endsAt, rawType, code, text } = row;
  return {
    ...{ kind, effect, since: iso(since), endsAt: isoOrNull(endsAt) },
    ...(withRaw && { raw: { type: rawType, code, text } }),
  };
}

/** The fields that every user may read (docs/rules/connections.md#secrets). */
export function forAttendant(row: ConnectionRow, { queues, restrictions }: Shown): ConnectionForAttendant {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    isDefault: row.isDefault,
    channel: row.channel,
    provider: row.provider,
    queues: [...queues],
    health: row.health,
    lastEventAt: isoOrNull(row.lastEventAt),
    restrictions: restrictions.map((restriction) => presentRestriction(restriction, false)),
    ...(row.provider === "cloud" && row.bundleFor === "everybody" && { bundleWindow: row.bundleSeconds }),
    updatedAt: iso(row.updatedAt),
  };
}

/** The fields that admins may read. */
export function forAdmin(row: ConnectionRow, shown: Shown): ConnectionAnswer {
  const { queues, restrictions, token, score = null } = shown;
  const strayQueue =
    row.redirectQueueId !== null && !queues.some((queue) => queue.id === row.redirectQueueId);
  return {
    ...forAttendant(row, shown),
    restrictions: restrictions.map((restriction) => presentRestriction(restriction, true)),
    statusReason: row.statusReason,
    qrcode: row.qrcode,
    retries: row.retries,
    number: row.number,
    greetingMessage: row.greetingMessage,
    complationMessage: row.completionMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    ratingMessage: row.ratingMessage,
    expiresInactiveMessage: row.expiresInactiveMessage,
    token: token ?? (row.tokenHash === null ? "" : MASK),
    tokenWeak: row.tokenHash !== null && row.tokenWeak,
    proxyUrl: row.proxyUrl === null ? "" : MASK,
    sendIdQueue: row.redirectQueueId,
    timeSendQueue: row.redirectAfterMinutes,
    maxUseBotQueues: row.maxBotMenus,
    timeUseBotQueues: row.botMenuIntervalMinutes,
    expiresTicket: row.expiresTicket,
    timeCreateNewTicket: row.timeCreateNewTicket,
    ratingTimeout: row.ratingTimeout,
    outOfHoursRepeat: row.outOfHoursRepeat,
    sendIntervalMs: row.sendIntervalMs,
    apiRatePerMinute: row.apiRatePerMinute,
    keepUserOnReopen: row.keepUserOnReopen,
    importHistory: row.importHistory,
    newNumber: row.newNumber,
    newChatsPerDay: row.newChatsPerDay,
    reconcileChats: row.reconcileChats,
    bundleFor: row.bundleFor ?? "off",
    bundleSeconds: row.bundleSeconds,
    promptId: row.promptId,
    integrationId: row.integrationId,
    linkedAt: isoOrNull(row.linkedAt),
    ...(score !== null && { score }),
    warnings: strayQueue ? ["sendIdQueue"] : [],
  };
}

/** The connections in the form this caller may see. */
function presentConnections(
  tenant: Tenant,
  actor: Actor,
  rows: readonly ConnectionRow[],
): (ConnectionAnswer | ConnectionForAttendant)[] {
  const { db } = tenant;
  const queues = queuesOf(
    db,
    rows.map((row) => row.id),
  );
  const restrictions = restrictionsByConnection(db);
  return rows.map((row) => {
    const shown = { queues: queues.get(row.id) ?? [], restrictions: restrictions.get(row.id) ?? [] };
    return isAdmin(actor)
      ? forAdmin(row, { ...shown, score: scoreOf(tenant, row) })
      : forAttendant(row, shown);
  });
}

/** All connections, in the form this caller may see (docs/rules/connections.md#secrets). */
export const getConnections = ({ tenant, actor }: UserCtx) =>
  presentConnections(tenant, actor, listConnections(tenant.db));

/** Throws 404 ERR_NO_WAPP_FOUND. */
export function getConnection({ tenant, actor }: UserCtx, connectionId: number) {
  const [answer] = presentConnections(tenant, actor, [requireConnection(tenant.db, connectionId)]);
  if (!answer) throw new Error(`connection ${connectionId} was not presented`);
  return answer;
}

/** Channel `whatsappSession`; attendants get it without the QR code. */
export const forSessionUpdate = (row: ConnectionRow, withQr: boolean): SessionUpdate => ({
  id: row.id,
  status: row.status,
  statusReason: row.statusReason,
  updatedAt: iso(row.updatedAt),
  ...(withQr && { qrcode: row.qrcode }),
  retries: row.retries,
  health: row.health,
});
