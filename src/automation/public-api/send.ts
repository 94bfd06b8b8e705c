import {
  createMessageFromApi,
  driverOf,
  type FileOfMessage,
  type Message,
  messageById,
  withFiles,
} from "#inbox/messages/index.ts";
import { mayPassRestriction, newChatWait } from "#inbox/reach/index.ts";
import {
  addresseeOf,
  contactOfAddressee,
  isGroupAddress,
  readNumber,
  withLongMerges,
} from "#people/contacts/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { validate } from "#platform/http/validate.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { TokenCaller } from "./caller.ts";
import {
  SendThroughApiBody,
  type SentLine,
  type SentListQuery,
  type SentThroughApi,
  type StatusThroughApi,
} from "./contract.ts";
import { noSuchMessage } from "./errors.ts";
import { earlierAnswer, hashOfCall, keyOf, oneAtATime, storeAnswer } from "./idempotency.ts";
import * as sql from "./public-api.sql.ts";
import { apiClosing } from "./schema.ts";
import { QUEUED } from "./texts.ts";

interface Sent {
  readonly answer: SentThroughApi;
  /** True when the response is that of an earlier call with the same key. */
  readonly replay: boolean;
}

/**
 * `POST /api/messages/send` (docs/rules/send-api.md#effect): JSON, or a form with files. The message is stored and
 * queued when this returns, whether or not the connection is open. Throws 400 ERR_VALIDATION, 400
 * ERR_WAPP_INVALID_CONTACT, 400 ERR_NOT_SUPPORTED, 404 ERR_NO_MESSAGE_FOUND, 409 ERR_IDEMPOTENCY_MISMATCH, 409 ERR_NUMBER_RESTRICTED, 409
 * ERR_IDEMPOTENCY_IN_PROGRESS, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function sendThroughApi(caller: TokenCaller, request: Request): Promise<Sent> {
  const { tenant, connection } = caller;
  // Other networks do not use phone numbers.
  if (connection.channel !== "whatsapp") throw new AppError(400, "ERR_NOT_SUPPORTED");
  const key = keyOf(request);
  return oneAtATime(caller, key, async () => {
    if (!request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data"))
      return deliver(caller, key, validate(SendThroughApiBody, await readJson(request)), []);
    const driver = driverOf(tenant, { channel: connection.channel, connectionId: connection.id });
    return withFiles(
      tenant,
      driver,
      request,
      () => false,
      (fields, files) =>
        deliver(caller, key, validate(SendThroughApiBody, Object.fromEntries(fields)), files),
    );
  });
}

async function deliver(
  caller: TokenCaller,
  key: string | null,
  body: SendThroughApiBody,
  files: readonly FileOfMessage[],
): Promise<Sent> {
  const { tenant, connection } = caller;
  const hash = hashOfCall(
    body,
    files.map(({ sha256 }) => sha256),
  );
  const earlier = earlierAnswer(caller, key, hash);
  if (earlier) return { answer: earlier, replay: true };
  const number = isGroupAddress(body.number) ? body.number : readNumber(body.number);
  const addressee = await addresseeOf(tenant, connection.id, number);
  const mayPass = await mayPassRestriction(tenant, connection.id, [`${number}@s.whatsapp.net`]);
  const answer = await withLongMerges(tenant, () =>
    batchedWrite(tenant, () =>
      tenant.write((unit) => {
        const contact = contactOfAddressee(unit, addressee, connection.id);
        const pair = { connectionId: connection.id, contactId: contact.id };
        const refuse = body.ifRestricted === "refuse";
        const wait = contact.isGroup ? null : newChatWait(unit, pair, { mayPass, refuse });
        const messages = write(unit, caller, contact.id, body, files);
        const queued = answerOf(messages, wait);
        if (body.closeTicket)
          unit.db
            .insert(apiClosing)
            .values({ messageId: messages.at(-1)?.id ?? 0, ticketId: queued.ticketId })
            .run();
        storeAnswer(unit, connection.id, key, hash, queued);
        return queued;
      }),
    ),
  );
  return { answer, replay: false };
}

/** One message with the text, or one per file with the text under the first. */
function write(
  unit: TenantUnit,
  { connection }: TokenCaller,
  contactId: number,
  body: SendThroughApiBody,
  files: readonly FileOfMessage[],
): readonly Message[] {
  const { openTicket } = body;
  const create = (text: string, quotedId: number | null, file?: FileOfMessage) =>
    createMessageFromApi(unit, { connection, contactId, text, file, quotedId, openTicket });
  if (files.length === 0) return [create(body.body, body.quotedMsgId)];
  return files.map((file, index) =>
    index === 0 ? create(body.body, body.quotedMsgId, file) : create("", null, file),
  );
}

function answerOf(
  messages: readonly Message[],
  wait: { readonly untilMs: number | null } | null,
): SentThroughApi {
  const [first] = messages;
  if (!first) throw new Error("the call created no message");
  const ids = messages.map(({ id }) => id);
  return {
    mensagem: QUEUED,
    messageId: first.id,
    ...(ids.length > 1 && { messageIds: ids }),
    ticketId: first.ticketId,
    contactId: first.contactId,
    ...(wait
      ? { status: "held", heldUntil: wait.untilMs === null ? null : new Date(wait.untilMs).toISOString() }
      : { status: "queued" }),
  };
}

/**
 * `GET /api/messages/send/{messageId}`: the state of a message sent through the API on the caller's connection.
 * Throws 404 ERR_NO_MESSAGE_FOUND for any other message.
 */
export function statusThroughApi({ tenant, connection }: TokenCaller, messageId: number): StatusThroughApi {
  const message = messageById(tenant.db, messageId);
  if (!message || message.connectionId !== connection.id || message.origin !== "api") throw noSuchMessage();
  const sentAt = queryOne(tenant.db, sql.sentAt, { messageId })?.sentAt ?? null;
  return {
    id: message.id,
    status: message.sendState ?? "sent",
    ack: message.ack,
    error: message.sendError,
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
  };
}

const PAGE = 30;

/** Messages sent through the API, newest first; `before` = the id of the last row shown. */
export function sentThroughApi(
  tenant: Tenant,
  { before = Number.MAX_SAFE_INTEGER, whatsappId }: SentListQuery,
): { readonly messages: readonly SentLine[]; readonly hasMore: boolean } {
  const rows =
    whatsappId === undefined
      ? queryAll(tenant.db, sql.ofCompany, { before, limit: PAGE + 1 })
      : queryAll(tenant.db, sql.ofConnection, { whatsappId, before, limit: PAGE + 1 });
  return { messages: rows.slice(0, PAGE).map(presentLine), hasMore: rows.length > PAGE };
}

const presentLine = ({
  contactId,
  contactName,
  contactNumber,
  createdAt,
  ...line
}: sql.SentRow): SentLine => ({
  ...line,
  contact: { id: contactId, name: contactName, number: contactNumber ?? "" },
  createdAt: new Date(createdAt).toISOString(),
});
