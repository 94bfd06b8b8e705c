import { eq } from "drizzle-orm";
import { checkAnswerers } from "#accounts/queues/index.ts";
import { checkVariables, MASK } from "#accounts/settings/index.ts";
import type { UpdateConnectionBody } from "#channels/connections/contract.ts";
import { greetingRequired, nameInUse } from "#channels/connections/errors.ts";
import { countQueues, isNameTaken } from "#channels/connections/queries.ts";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./body-columns.sql.ts";
import { checkProxyUrl } from "./proxy-url.ts";

const TEXTS = [
  "greetingMessage",
  "completionMessage",
  "outOfHoursMessage",
  "ratingMessage",
  "expiresInactiveMessage",
] as const;
const NUMBERS = [
  "redirectAfterMinutes",
  "maxBotMenus",
  "botMenuIntervalMinutes",
  "expiresTicket",
  "timeCreateNewTicket",
  "ratingTimeout",
  "outOfHoursRepeat",
  "sendIntervalMs",
  "apiRatePerMinute",
  "newChatsPerDay",
  "reconcileChats",
  "bundleSeconds",
] as const;
const POINTERS = ["redirectQueueId", "promptId", "integrationId"] as const;
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
    | "bundleFor"
  >
>;

/**
 * The columns that a body sets: absent keys leave their column unchanged, null texts become empty. Throws 404
 * ERR_NO_QUEUE_FOUND for an unknown redirect queue, 404 ERR_NOT_FOUND for an unknown integration or prompt, 400
 * ERR_URL_NOT_ALLOWED, 400 ERR_UNKNOWN_VARIABLE.
 */
export function columnsOf(unit: TenantUnit, body: UpdateConnectionBody): Columns {
  checkAnswerers(unit, body);
  checkTexts(unit, body);
  if (body.sendIdQueue && countQueues(unit.db, [body.sendIdQueue]) === 0)
    throw notFound("ERR_NO_QUEUE_FOUND");
  const named = withColumnNames(body);
  const columns: Columns = {};
  if (body.name !== undefined) columns.name = body.name;
  if (body.provider !== undefined) columns.provider = body.provider;
  if (body.bundleFor !== undefined) columns.bundleFor = body.bundleFor;
  for (const key of TEXTS) if (named[key] !== undefined) columns[key] = named[key] ?? "";
  for (const key of POINTERS) if (named[key] !== undefined) columns[key] = named[key];
  for (const key of FLAGS) if (named[key] !== undefined) columns[key] = named[key];
  for (const key of NUMBERS) {
    const value = named[key];
    if (value !== undefined && value !== null) columns[key] = value;
  }
  const proxyUrl = body.proxyUrl?.trim();
  if (body.proxyUrl === null || proxyUrl === "") columns.proxyUrl = null;
  else if (proxyUrl !== undefined && proxyUrl !== MASK)
    columns.proxyUrl = unit.tenant.installation.secrets.encrypt(checkProxyUrl(proxyUrl));
  return columns;
}

/** Renames the fields of a body from their names on the wire to those of their columns. */
const withColumnNames = ({
  complationMessage,
  sendIdQueue,
  timeSendQueue,
  maxUseBotQueues,
  timeUseBotQueues,
  ...others
}: UpdateConnectionBody) => ({
  ...others,
  completionMessage: complationMessage,
  redirectQueueId: sendIdQueue,
  redirectAfterMinutes: timeSendQueue,
  maxBotMenus: maxUseBotQueues,
  botMenuIntervalMinutes: timeUseBotQueues,
});

function checkTexts({ tenant }: TenantUnit, body: UpdateConnectionBody): void {
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage, expiresInactiveMessage } =
    body;
  const texts = {
    greetingMessage,
    complationMessage,
    outOfHoursMessage,
    ratingMessage,
    expiresInactiveMessage,
  };
  checkVariables(tenant, texts);
}

/**
 * Refuses a body with a new token, proxy address or access token in a support session. Throws 403 ERR_NO_PERMISSION.
 * Rule: docs/rules/security.md#support-secrets.
 */
export function refuseSecretsOfSupport({ actor }: UserCtx, body: UpdateConnectionBody): void {
  const isNew = (text: string | null | undefined) => Boolean(text?.trim()) && text?.trim() !== MASK;
  if (!maySetSecrets(actor) && [body.token, body.proxyUrl, body.accessToken].some(isNew))
    throw noPermission();
}

/** The queue ids of a body, under either of their two keys; undefined when it has neither. */
export function queueIdsOf(body: UpdateConnectionBody): readonly number[] | undefined {
  const ids = body.queueIds ?? body.queues?.map(({ id }) => id);
  return ids && [...new Set(ids)];
}

/** Replaces the queues of a connection. Throws 404 ERR_NO_QUEUE_FOUND for an unknown id. */
export function replaceQueues(unit: TenantUnit, connectionId: number, queueIds: readonly number[]): void {
  if (countQueues(unit.db, queueIds) !== queueIds.length) throw notFound("ERR_NO_QUEUE_FOUND");
  removeQueues(unit, connectionId);
  for (const queueId of queueIds) execute(unit.db, sql.addQueue, { connectionId, queueId });
}

export const removeQueues = ({ db }: TenantUnit, connectionId: number): void =>
  void execute(db, sql.removeQueues, { connectionId });

/** Clears the default; the caller sets the next one in the same transaction. */
export const clearDefault = ({ db }: TenantUnit): void =>
  void db.update(connection).set({ isDefault: false }).where(eq(connection.isDefault, true)).run();

/** Throws 409 ERR_NAME_IN_USE when another connection of the company has this name. */
export function refuseTakenName({ db }: TenantUnit, name: string, exceptId?: number): void {
  if (isNameTaken(db, name, exceptId)) throw nameInUse("name");
}

/** A menu needs a text above it (docs/rules/connections.md#saving). Throws 400 ERR_WAPP_GREETING_REQUIRED. */
export function checkGreeting(greeting: string, queues: number): void {
  if (queues > 1 && greeting.trim() === "") throw greetingRequired();
}
