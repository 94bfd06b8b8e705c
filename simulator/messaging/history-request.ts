import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import type { OnDemandFault } from "#simulator/faults/rules.ts";
import { groupJid } from "#simulator/jids.ts";
import { storeFile } from "#simulator/phones/attachment.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { isHistoryMessage, webMessage } from "#simulator/registration/history.ts";
import { addressOf } from "./letter.ts";
import type { Sealed } from "./message-stanza.ts";
import { postToCompanion } from "./post.ts";
import { decryptAt } from "./sealed-parts.ts";

type Request = proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest;

const { PeerDataOperationRequestType } = proto.Message;
const { ON_DEMAND } = proto.HistorySync.HistorySyncType;
/** Times below this are seconds; as milliseconds they would be in 1973. */
const LARGEST_SECONDS = 1e11;

/** Receives a message that a linked device sends to its own phone, which no chat shows. */
export async function receivePeerMessage(sender: Companion, id: string, sealed: Sealed): Promise<void> {
  const { phone } = sender;
  const letter = { id, author: phone, device: sender.id, to: phone, addressing: "pn", at: 0 } as const;
  const content = await decryptAt(phone, letter, sealed);
  const message = content?.deviceSentMessage?.message ?? content;
  const request = message?.protocolMessage?.peerDataOperationRequestMessage;
  if (request?.peerDataOperationRequestType !== PeerDataOperationRequestType.HISTORY_SYNC_ON_DEMAND) return;
  const wanted = request.historySyncOnDemandRequest;
  if (wanted) answerWhenReachable(sender, id, wanted);
}

function answerWhenReachable(sender: Companion, id: string, wanted: Request): void {
  const { phone } = sender;
  if (!phone.isReachable) {
    phone.waiting.push(() => answerWhenReachable(sender, id, wanted));
    return;
  }
  const fault = phone.network.faults.onDemand(phone);
  phone.historyRequests += 1;
  if (fault?.answer === "never" || !isTimeReadable(wanted, fault)) return;
  const answer = () => void sendAnswer(sender, id, wanted, fault);
  if (fault?.ms) phone.network.clock.after(fault.ms, answer);
  else answer();
  if (fault?.answer === "twice") answer();
}

/**
 * Whether the phone understands the unit of the request's time: a phone that expects seconds ignores milliseconds, and vice
 * versa.
 */
function isTimeReadable(wanted: Request, fault: OnDemandFault | null): boolean {
  if (fault?.unit === "any") return true;
  const isSeconds = Number(wanted.oldestMsgTimestampMs ?? 0) < LARGEST_SECONDS;
  return isSeconds === (fault?.unit !== "milliseconds");
}

async function sendAnswer(
  sender: Companion,
  id: string,
  wanted: Request,
  fault: OnDemandFault | null,
): Promise<void> {
  const { phone } = sender;
  const found = [conversation(phone, wanted)];
  const conversations = (await phone.forgeHistory?.(found)) ?? found;
  const history: proto.IHistorySync = { syncType: ON_DEMAND, conversations };
  const packed =
    fault?.answer === "unreadable"
      ? Buffer.from("unreadable")
      : deflateSync(proto.HistorySync.encode(history as proto.HistorySync).finish());
  const payload =
    fault?.answer === "blob"
      ? await storeFile(phone.network.media, packed, "md-msg-hist")
      : { initialHistBootstrapInlinePayload: packed };
  await postToCompanion(phone, sender, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        ...payload,
        syncType: ON_DEMAND as number as proto.Message.HistorySyncType,
        fileLength: packed.length,
        peerDataRequestSessionId: id,
      },
    },
  });
}

/** The messages of one chat before the message that the request names; empty for an unknown chat or message. */
function conversation(phone: Phone, wanted: Request): proto.IConversation {
  const chatJid = wanted.chatJid ?? "";
  const { directory } = phone.network;
  const group = directory.group(chatJid);
  const other = group ? undefined : directory.find(chatJid)?.phone;
  const all = phone.chats.with(group?.id ?? other?.number ?? "");
  const end = all.findIndex(({ id }) => id === wanted.oldestMsgId);
  const before = byTime(all.slice(0, Math.max(0, end)).filter(isHistoryMessage));
  const found = before.slice(-(wanted.onDemandMsgCount ?? 50)).reverse();
  const authorOf = (message: ChatMessage) => directory.byNumber(message.author) ?? phone;
  return {
    id: chatJid,
    messages: found.map((message) => {
      const author = authorOf(message);
      if (!group) return { message: webMessage(phone, other ?? author, message, chatJid) };
      const whole = webMessage(phone, author, message, groupJid(group.id));
      const participant = addressOf(author, message.addressing);
      return { message: { ...whole, participant, key: { ...whole.key, participant } } };
    }),
  };
}

const byTime = (messages: readonly ChatMessage[]): ChatMessage[] => messages.toSorted((a, b) => a.at - b.at);
