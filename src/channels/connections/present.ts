import type { QueueRef } from "#accounts/queues/contract.ts";
import { MASK } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import { type Actor, isAdmin, type UserCtx } from "#tenants/tenant.ts";
import type { ConnectionAnswer, ConnectionForAttendant, SessionUpdate } from "./contract.ts";
import { listConnections, queuesOf, requireConnection } from "./queries.ts";
import type { ConnectionRow } from "./schema.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** The fields that every user may read (docs/rules/connections.md#secrets). */
export function forAttendant(row: ConnectionRow, queues: readonly QueueRef[]): ConnectionForAttendant {
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
    updatedAt: iso(row.updatedAt),
  };
}

/** The fields that admins may read. `token` is the plain token, only in the response that set it. */
export function forAdmin(row: ConnectionRow, queues: readonly QueueRef[], token?: string): ConnectionAnswer {
  const strayQueue =
    row.redirectQueueId !== null && !queues.some((queue) => queue.id === row.redirectQueueId);
  return {
    ...forAttendant(row, queues),
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
    promptId: row.promptId,
    integrationId: row.integrationId,
    linkedAt: isoOrNull(row.linkedAt),
    warnings: strayQueue ? ["sendIdQueue"] : [],
  };
}

/** The connections in the form this caller may see. */
function presentConnections(
  db: Db,
  actor: Actor,
  rows: readonly ConnectionRow[],
): (ConnectionAnswer | ConnectionForAttendant)[] {
  const queues = queuesOf(
    db,
    rows.map((row) => row.id),
  );
  const present = isAdmin(actor) ? forAdmin : forAttendant;
  return rows.map((row) => present(row, queues.get(row.id) ?? []));
}

/** All connections, in the form this caller may see (docs/rules/connections.md#secrets). */
export const getConnections = ({ tenant, actor }: UserCtx) =>
  presentConnections(tenant.db, actor, listConnections(tenant.db));

/** Throws 404 ERR_NO_WAPP_FOUND. */
export function getConnection({ tenant, actor }: UserCtx, connectionId: number) {
  const [answer] = presentConnections(tenant.db, actor, [requireConnection(tenant.db, connectionId)]);
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
