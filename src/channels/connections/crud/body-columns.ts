import { checkAnswerers } from "#accounts/queues/index.ts";
import { checkVariables, MASK } from "#accounts/settings/index.ts";
import type { UpdateConnectionBody } from "#channels/connections/contract.ts";
import { greetingRequired } from "#channels/connections/errors.ts";
import { countQueues } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { run } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { checkProxyUrl } from "./proxy-url.ts";

const TEXTS = [
  "greetingMessage",
  "complationMessage",
  "outOfHoursMessage",
  "ratingMessage",
  "expiresInactiveMessage",
] as const;
const NUMBERS = [
  "timeSendQueue",
  "maxUseBotQueues",
  "timeUseBotQueues",
  "expiresTicket",
  "timeCreateNewTicket",
  "ratingTimeout",
  "outOfHoursRepeat",
  "sendIntervalMs",
  "apiRatePerMinute",
] as const;
const POINTERS = ["sendIdQueue", "promptId", "integrationId"] as const;
const FLAGS = ["keepUserOnReopen", "importHistory", "newNumber"] as const;

type Columns = Partial<
  Pick<
    ConnectionRow,
    | (typeof TEXTS)[number]
    | (typeof NUMBERS)[number]
    | (typeof FLAGS)[number]
    | (typeof POINTERS)[number]
    | "name"
    | "provider"
    | "proxyUrl"
  >
>;

/**
 * The plain columns a body writes: keys that are absent keep their value, null texts are empty. Throws
 * 404 ERR_NO_QUEUE_FOUND for a redirection to, 404 ERR_NOT_FOUND for an integration or prompt the company does not
 * have, 400 ERR_URL_NOT_ALLOWED, 400 ERR_UNKNOWN_VARIABLE.
 */
export function columnsOf(unit: TenantUnit, body: UpdateConnectionBody): Columns {
  checkAnswerers(unit, body);
  checkVariables(unit.tenant, Object.fromEntries(TEXTS.map((key) => [key, body[key]])));
  if (body.sendIdQueue && countQueues(unit.db, [body.sendIdQueue]) === 0)
    throw notFound("ERR_NO_QUEUE_FOUND");
  const columns: Columns = {};
  if (body.name !== undefined) columns.name = body.name;
  if (body.provider !== undefined) columns.provider = body.provider;
  for (const key of TEXTS) if (body[key] !== undefined) columns[key] = body[key] ?? "";
  for (const key of POINTERS) if (body[key] !== undefined) columns[key] = body[key];
  for (const key of FLAGS) if (body[key] !== undefined) columns[key] = body[key];
  for (const key of NUMBERS) {
    const value = body[key];
    if (value !== undefined && value !== null) columns[key] = value;
  }
  const proxyUrl = body.proxyUrl?.trim();
  if (body.proxyUrl === null || proxyUrl === "") columns.proxyUrl = null;
  else if (proxyUrl !== undefined && proxyUrl !== MASK)
    columns.proxyUrl = unit.tenant.installation.secrets.encrypt(checkProxyUrl(proxyUrl));
  return columns;
}

/** The queues a body names, under either key; undefined when it names none. */
export function queueIdsOf(body: UpdateConnectionBody): readonly number[] | undefined {
  const ids = body.queueIds ?? body.queues?.map(({ id }) => id);
  return ids && [...new Set(ids)];
}

/** Replaces the queues of a connection. Throws 404 ERR_NO_QUEUE_FOUND for a foreign id. */
export function replaceQueues(unit: TenantUnit, connectionId: number, queueIds: readonly number[]): void {
  if (countQueues(unit.db, queueIds) !== queueIds.length) throw notFound("ERR_NO_QUEUE_FOUND");
  run(unit.db, "DELETE FROM connection_queue WHERE connection_id = ?", connectionId);
  for (const queueId of queueIds)
    run(unit.db, "INSERT INTO connection_queue VALUES (?, ?)", connectionId, queueId);
}

/** A menu needs a text above it (docs/rules/connections.md#saving). Throws 400 ERR_WAPP_GREETING_REQUIRED. */
export function checkGreeting(greeting: string, queues: number): void {
  if (queues > 1 && greeting.trim() === "") throw greetingRequired();
}
