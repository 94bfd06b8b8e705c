import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { createKeyedQueues, limitConcurrency } from "#channels/connections/whatsapp/socket/keyed-queues.ts";
import type { Progress } from "#channels/connections/whatsapp/socket/progress.ts";
import type { StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { runHandling } from "./handling.ts";
import { isOfOwnPhone } from "./own-phone.ts";
import { acknowledge, isAckReceipt } from "./receipts.ts";
import { mayRequestAgain } from "./retry-receipts.ts";

type Handler = (node: BinaryNode) => Promise<unknown>;

const KINDS = ["message", "receipt", "notification", "call"] as const;
/**
 * Handling a message or a receipt needs no answer of the network, so it ends in milliseconds. The exceptions and their
 * limits, in multiples of `timings.stuck` (30 s):
 * - the phone's history is downloaded while its message is handled, settings of the account while a notification is;
 * - a message is sent again after up to five queries of 20 s (members, devices, keys) and after the sends to groups that
 *   wait before it, each as long (`SEND_PATIENCE`).
 */
const DOWNLOAD_PATIENCE = 4;
const RETRY_PATIENCE = 10;
/**
 * Maximum number of messages of different chats handled in parallel: their steps share transactions. More would delay the
 * other sessions of the thread.
 */
const MESSAGES_AT_ONCE = 32;

/**
 * Puts itself between the socket and Baileys' handlers; call it before other listeners are added. Messages of one chat
 * are handled one after the other, those of the offline backlog and live ones alike: Baileys has a queue of its own for
 * the backlog, which live messages overtake. Messages of different chats are handled side by side, where Baileys handles
 * one message at a time and commits each alone.
 *
 * `progress` tracks what each chat waits for: the query for a privacy id, and the handling. A message that waits for a
 * place among `MESSAGES_AT_ONCE` is not tracked, because each place is held by a tracked message: a backlog of thousands
 * of chats is no reason to end the socket.
 */
export function queueStanzas(
  sock: WASocket,
  store: SessionStore,
  options: {
    readonly guard: (work: () => void) => void;
    readonly progress: Progress;
    readonly now: () => number;
  },
): void {
  const { guard, progress, now } = options;
  const queues = createKeyedQueues(() => {});
  const gate = limitConcurrency(MESSAGES_AT_ONCE);
  sock.messageMutex.mutex = async (work) => work();
  for (const kind of KINDS) {
    const event = `CB:${kind}`;
    const handlers = sock.ws.listeners(event) as Handler[];
    sock.ws.removeAllListeners(event);
    const call = (node: BinaryNode) => Promise.all(handlers.map((handler) => handler(node)));
    const handle = (node: BinaryNode): Promise<unknown> => {
      const mayDownload = kind === "notification" || isOfOwnPhone(node.attrs, store.own());
      return progress.track(kind, call(node), mayDownload ? DOWNLOAD_PATIENCE : 1);
    };
    if (kind === "receipt") {
      const answerRetry = async (node: BinaryNode) => {
        if (await mayRequestAgain(sock, store, node, { guard, now })) await call(node);
        else await acknowledge(sock, node);
      };
      // The other receipts are journaled and acknowledged by `record.ts`.
      sock.ws.on(event, (node: BinaryNode) => {
        if (node.attrs["type"] === "retry") void progress.track("retry", answerRetry(node), RETRY_PATIENCE);
        else if (!isAckReceipt(node.attrs, store.own())) void handle(node);
      });
      continue;
    }
    if (kind !== "message") {
      sock.ws.on(event, (node: BinaryNode) => void handle(node));
      continue;
    }
    const inTurn = (node: BinaryNode) =>
      queues.run(chatOf(node.attrs, store), async () => {
        // The socket closed while these stanzas waited: the network delivers them again.
        if (!sock.ws.isOpen) return;
        const query = queryLid(sock, node.attrs);
        if (query) await progress.track("query for a privacy id", query);
        await gate(() => runHandling(() => handle(withoutOfflineMark(node))));
      });
    sock.ws.on(event, (node: BinaryNode) => guard(() => inTurn(node)));
  }
}

/**
 * Removes the `offline` attribute, for which Baileys would put the stanza into its own queue. The journal stores the
 * original attributes.
 */
function withoutOfflineMark(node: BinaryNode): BinaryNode {
  const { offline, ...attrs } = node.attrs;
  return offline === undefined ? node : { ...node, attrs };
}

/** Key of a chat, the same for every address that a stanza may use. */
function chatOf(attrs: StanzaAttrs, store: SessionStore): string {
  const jid = parseJid(attrs["recipient"] ?? attrs["from"]);
  if (!jid) return "";
  if (kindOf(jid) !== "pn") return jid.user;
  const lid = store.keys.read("lid-mapping", jid.user);
  return typeof lid === "string" ? lid : (parseJid(attrs["sender_lid"])?.user ?? jid.user);
}

/**
 * Queries the privacy id of an author for whom the stanza has none. Baileys would query it itself while it handles the
 * message: unanswered queries for 32 people would take the places of all messages.
 */
function queryLid(sock: WASocket, attrs: StanzaAttrs): Promise<unknown> | null {
  const author = attrs["participant"] ?? attrs["from"];
  const known = attrs["sender_lid"] ?? attrs["participant_lid"] ?? attrs["peer_recipient_lid"];
  if (!author || known !== undefined || kindOf(parseJid(author)) !== "pn") return null;
  return sock.signalRepository.lidMapping.getLIDForPN(author).catch(() => null);
}
