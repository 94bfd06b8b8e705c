import { proto, toNumber, type WAMessage, type WASocket } from "@whiskeysockets/baileys";
import type { HistoryAnswer, HistoryRequest, InboundEvent } from "#channels/connections/provider.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { newMessageId } from "#channels/connections/whatsapp/translate/message-id.ts";
import { translate } from "#channels/connections/whatsapp/translate/translate.ts";

type Notification = proto.Message.IHistorySyncNotification;

const { HISTORY_SYNC_ON_DEMAND } = proto.Message.PeerDataOperationRequestType;
const { PEER_DATA_OPERATION_REQUEST_MESSAGE } = proto.Message.ProtocolMessage.Type;
const { ON_DEMAND } = proto.HistorySync.HistorySyncType;

/** True for the answer to a request for older messages; its messages are compared, never imported. */
export const isOnDemand = ({ syncType }: Notification): boolean =>
  (syncType as number | null | undefined) === ON_DEMAND;

/** The requests to the phone that wait for an answer, by the id of the request. */
export interface HistoryRequests {
  /** Resolves with the answer; null when none arrives within `limitMs`. */
  wait(id: string, limitMs: number): Promise<Notification | null>;
  /** Passes on an answer. A second answer, one without a request and one that is too late are dropped. */
  answered(notification: Notification): void;
}

export function createHistoryRequests(): HistoryRequests {
  const waiting = new Map<string, (answer: Notification | null) => void>();
  return {
    async wait(id, limitMs) {
      const { promise, resolve } = Promise.withResolvers<Notification | null>();
      const timer = setTimeout(() => resolve(null), limitMs);
      waiting.set(id, resolve);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    answered: (notification) => waiting.get(notification.peerDataRequestSessionId ?? "")?.(notification),
  };
}

/**
 * Sends the request to the phone of this account; the returned id is in its answer. Adds `privacy_sensitive`, which the
 * original client sends and Baileys does not.
 */
export async function sendHistoryRequest(
  sock: WASocket,
  request: HistoryRequest,
  id: string = newMessageId(),
): Promise<string> {
  const own = (sock.authState.creds.me?.id ?? "").replace(/:\d+@/, "@");
  const { providerId, fromMe, at } = request.before;
  const content: proto.IMessage = {
    protocolMessage: {
      type: PEER_DATA_OPERATION_REQUEST_MESSAGE,
      peerDataOperationRequestMessage: {
        peerDataOperationRequestType: HISTORY_SYNC_ON_DEMAND,
        historySyncOnDemandRequest: {
          chatJid: request.chat,
          oldestMsgId: providerId,
          oldestMsgFromMe: fromMe,
          oldestMsgTimestampMs: request.unit === "seconds" ? Math.floor(at / 1000) : at,
          onDemandMsgCount: request.count,
        },
      },
    },
  };
  await sock.relayMessage(own, content, {
    messageId: id,
    additionalAttributes: { category: "peer", push_priority: "high_force", privacy_sensitive: "1" },
    additionalNodes: [{ tag: "meta", attrs: { appdata: "default" } }],
  });
  return id;
}

/**
 * Translates the newest messages of an answer, as many as were requested, and stores the references of their files for a
 * later download. Messages of other chats are ignored; an answer without any of the requested chat counts as none
 * (docs/rules/reconciliation.md#requests).
 */
export function readAnswer(
  history: proto.IHistorySync,
  request: HistoryRequest,
  store: SessionStore,
  now: number,
): HistoryAnswer {
  const sent = (history.conversations ?? [])
    .flatMap((chat) => chat.messages ?? [])
    .flatMap(({ message }) => (message?.key?.id ? [message] : []));
  const own = sent.filter(isOfChat(request.chat, store));
  if (sent.length > 0 && own.length === 0) return { state: "silent" };
  const messages = own
    // The phone sends the newest first; the sort below keeps the order of messages of the same second.
    .reverse()
    .sort((a, b) => toNumber(a.messageTimestamp) - toNumber(b.messageTimestamp))
    .slice(-request.count);
  const events = messages.flatMap((message) => eventOf(message as WAMessage, store, now));
  const oldest = messages[0];
  return {
    state: "answered",
    events,
    count: messages.length,
    oldest: oldest
      ? {
          providerId: oldest.key?.id ?? "",
          fromMe: oldest.key?.fromMe === true,
          at: toNumber(oldest.messageTimestamp) * 1000,
        }
      : null,
  };
}

/** Whether a message belongs to this chat, under whichever of its addresses. */
function isOfChat(chat: string, { directory }: SessionStore): (message: proto.IWebMessageInfo) => boolean {
  const namesOf = (jid: string) => directory.describe(jid).map(({ kind, value }) => `${kind}:${value}`);
  const names = new Set(namesOf(chat));
  return ({ key }) => namesOf(key?.remoteJid ?? "").some((name) => names.has(name));
}

function eventOf(message: WAMessage, store: SessionStore, now: number): InboundEvent[] {
  const translation = translate(message, {
    own: store.own(),
    directory: store.directory,
    groupName: store.groups.subject,
    offline: true,
    history: false,
  });
  const event = translation?.event;
  if (event?.kind === "skipped") return [event];
  if (event?.kind !== "message") return [];
  const { content } = event;
  if (content.type !== "media" || content.media.file.state !== "missing") return [event];
  const { handle } = content.media.file;
  if (translation?.media) store.media.save(handle, translation.media, now);
  const file = { state: "missing", handle, fresh: true } as const;
  return [{ ...event, content: { ...content, media: { ...content.media, file } } }];
}
