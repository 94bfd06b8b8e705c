import { USyncQuery, USyncUser, type WASocket } from "@whiskeysockets/baileys";
import type {
  AccountLimits,
  HistoryAnswer,
  HistoryRequest,
  NumberCheck,
  OutgoingMessage,
  PhoneBookEntry,
  ReadMessage,
  ReceivedFile,
  SendResult,
} from "#channels/connections/provider.ts";
import { readAnswer, sendHistoryRequest } from "#channels/connections/whatsapp/inbound/history-requests.ts";
import { askLimits } from "#channels/connections/whatsapp/limits/limits.ts";
import { holdsToken } from "#channels/connections/whatsapp/limits/privacy-token.ts";
import { sendReadReceipts } from "#channels/connections/whatsapp/outbound/mark-read.ts";
import { sendMessage } from "#channels/connections/whatsapp/outbound/send.ts";
import type { Session } from "#channels/connections/whatsapp/session/session.ts";
import type { EngineSocket } from "#channels/connections/whatsapp/socket/socket.ts";
import { withTimeout } from "#channels/connections/whatsapp/socket/with-timeout.ts";
import { newMessageId } from "#channels/connections/whatsapp/translate/message-id.ts";
import type { EngineConfig } from "./protocol.ts";

const NUMBER_CHECK_MS = 5000;
const LIMITS_MS = 10_000;
const PROBE_MS = 20_000;
const READ_RECEIPT_MS = 10_000;

/** Like `withTimeout`; also resolves with `otherwise` when the work fails or the socket closes. */
function whileOpen<T>(socket: EngineSocket, limit: number, work: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const forget = socket.onClosed(() => resolve(otherwise));
  work.then(resolve, () => resolve(otherwise));
  return withTimeout(limit, promise, otherwise).finally(forget);
}

/** Sends a message; the result is `retry` whenever it is not certain that the message was sent. */
export async function send(
  session: Session,
  message: OutgoingMessage,
  config: EngineConfig,
  now: () => number,
): Promise<SendResult> {
  const socket = session.currentSocket();
  const parts = session.parts();
  if (!socket || !parts) return { state: "retry", detail: "the session is not open" };
  const { sock, store, relay, progress, hollow, sends } = socket;
  const sending = { ...parts, sock, store, relay, progress, hollow, mediaLimit: config.timings.media, now };
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  const forget = socket.onClosed(() => resolve({ state: "retry", detail: "the session closed" }));
  sends.run(message.to, async () => {
    resolve(await sendMessage(message, sending).catch(troubleWith));
    forget();
  });
  return session.track(promise);
}

function troubleWith(error: unknown): SendResult {
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOENT") return { state: "refused", code: "ERR_SENDING_WAPP_MSG", detail };
  return { state: "retry", detail };
}

/** Sends read receipts; true once the server has acknowledged them, false without an acknowledgement in time. */
export async function markRead(
  session: Session,
  chat: string,
  messages: readonly ReadMessage[],
): Promise<boolean> {
  const socket = session.currentSocket();
  if (!socket) return false;
  const sent = sendReadReceipts(socket.sock, chat, messages).then(() => true);
  return whileOpen(socket, READ_RECEIPT_MS, sent, false);
}

/** Shows or hides "typing…" on the customer's phone. */
export async function typing(session: Session, chat: string, active: boolean): Promise<null> {
  const state = active ? "composing" : "paused";
  await session
    .currentSocket()
    ?.sock.sendPresenceUpdate(state, chat)
    .catch(() => {});
  return null;
}

/** Checks a number (digits); null without an answer within 5 s. */
export async function checkNumber(session: Session, number: string): Promise<NumberCheck | null> {
  const socket = session.currentSocket();
  const store = session.parts()?.store;
  if (!socket || !store) return null;
  const found = await whileOpen(socket, NUMBER_CHECK_MS, lookUp(socket.sock, number), null);
  if (!found) return null;
  return { exists: found.exists, identities: found.exists ? store.directory.describe(...found.jids) : [] };
}

async function lookUp(sock: WASocket, number: string) {
  const user = new USyncUser().withPhone(`+${number.replace(/\D/g, "")}`);
  const query = new USyncQuery().withContactProtocol().withLIDProtocol().withUser(user);
  const answer = await sock.executeUSyncQuery(query);
  if (!answer) return null;
  // An answer omits unknown numbers, or lists them with contact = false.
  const known = answer.list.find((entry) => entry["contact"] === true);
  const lid = known?.["lid"];
  const jids = known ? [known.id, ...(typeof lid === "string" ? [lid] : [])] : [];
  return { exists: known !== undefined, jids };
}

/** The restrictions of the connected account; null without an answer in time. */
export async function limits(session: Session): Promise<AccountLimits | null> {
  const socket = session.currentSocket();
  return socket ? whileOpen(socket, LIMITS_MS, askLimits(socket.sock), null) : null;
}

/** True when the session holds a privacy token of this person. */
export async function isEstablished(
  session: Session,
  addresses: readonly string[],
  now: () => number,
): Promise<boolean> {
  const store = session.parts()?.store;
  return store !== undefined && holdsToken(store, addresses, now());
}

/** Address of a profile picture; null when there is none, it is hidden or the network does not answer. */
export async function profilePicture(session: Session, address: string): Promise<string | null> {
  const socket = session.currentSocket();
  if (!socket) return null;
  const asked = socket.sock.profilePictureUrl(address, "image").then((url) => url ?? null);
  return whileOpen(socket, NUMBER_CHECK_MS, asked, null);
}

/** The phone book received from the phone so far; null while the session is not open. */
export async function phoneBook(session: Session): Promise<readonly PhoneBookEntry[] | null> {
  return session.currentSocket() ? (session.parts()?.store.phoneBook.list() ?? null) : null;
}

/** Requests our own profile; any answer, even a refusal, shows that the network is reachable. */
export async function probe(session: Session): Promise<boolean> {
  const socket = session.currentSocket();
  if (!socket) return false;
  const { sock } = socket;
  const target = sock.authState.creds.me?.id.replace(/:\d+@/, "@") ?? "";
  const answered = sock
    .query({
      tag: "iq",
      attrs: { target, to: "s.whatsapp.net", type: "get", xmlns: "w:profile:picture" },
      content: [{ tag: "picture", attrs: { type: "preview", query: "url" } }],
    })
    .then((answer: unknown) => answer !== undefined)
    // A refusal contains the error of the stanza; the error of a lost connection does not.
    .catch((error: unknown) => error instanceof Error && "data" in error && error.data !== undefined);
  return whileOpen(socket, PROBE_MS, answered, false);
}

/** Requests older messages of a chat from the phone; waits for one answer at most `timings.history`. */
export async function requestHistory(
  session: Session,
  request: HistoryRequest,
  config: EngineConfig,
  now: () => number,
): Promise<HistoryAnswer> {
  const socket = session.currentSocket();
  const parts = session.parts();
  if (!socket || !parts) return { state: "closed" };
  const id = newMessageId();
  const answered = session.historyRequests.wait(id, config.timings.history);
  const exchange = sendHistoryRequest(socket.sock, request, id)
    .then(() => answered)
    .then(async (notification): Promise<HistoryAnswer> => {
      if (!notification) return { state: "silent" };
      const host = async () => (await socket.sock.refreshMediaConn(false)).hosts[0]?.hostname ?? null;
      try {
        const history = await parts.files.readAnswer(notification, host);
        return readAnswer(history, request, socket.store, now());
      } catch {
        // Another request would get the same answer: it counts as silence, which ends a run after three.
        return { state: "silent" };
      }
    });
  return whileOpen(socket, config.timings.history * 2, exchange, { state: "closed" });
}

/** Tries again to download a missing file. */
export async function downloadMedia(session: Session, handle: string): Promise<ReceivedFile | null> {
  return (await session.parts()?.files.retry(handle)) ?? null;
}

/** Deletes the stored data of a person; false when the session's file is closed. */
export async function forget(session: Session, values: readonly string[]): Promise<boolean> {
  const store = session.parts()?.store;
  if (!store) return false;
  store.forgetPerson(values);
  return true;
}
