import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import { addressOf } from "#simulator/messaging/letter.ts";
import { postToCompanion } from "#simulator/messaging/post.ts";
import { historyOf } from "./history.ts";

const { Type } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

/** Sends what a device gets after its first login: keys, history, names, mappings. */
export async function sendFirstSync(companion: Companion): Promise<void> {
  const { phone } = companion;
  const { clock, directory } = phone.network;
  await postToCompanion(phone, companion, {
    protocolMessage: {
      type: Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [newAppStateKey(clock.now())] },
    },
  });
  const people = phone.chats.list().flatMap((chat) => directory.byNumber(chat) ?? []);
  const mappings = people
    .filter(({ lid }) => lid !== null)
    .map((other) => ({ pnJid: addressOf(other, "pn"), lidJid: addressOf(other, "lid") }));
  await sendHistory(companion, 0, {
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: historyOf(phone),
    phoneNumberToLidMappings: mappings,
    progress: 50,
  });
  await sendHistory(companion, 1, {
    syncType: HistorySyncType.PUSH_NAME,
    pushnames: people.map((other) => ({ id: addressOf(other, "pn"), pushname: other.name })),
    progress: 100,
  });
  await sendHistory(companion, 2, { syncType: HistorySyncType.RECENT, conversations: [], progress: 100 });
}

function newAppStateKey(now: number): proto.Message.IAppStateSyncKey {
  return {
    keyId: { keyId: Buffer.concat([Buffer.alloc(2), randomBytes(4)]) },
    keyData: {
      keyData: randomBytes(32),
      fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
      timestamp: now,
    },
  };
}

/** Sends one chunk of history inside the message itself. */
async function sendHistory(
  companion: Companion,
  chunkOrder: number,
  history: proto.IHistorySync,
): Promise<void> {
  const payload = deflateSync(proto.HistorySync.encode({ chunkOrder, ...history }).finish());
  await postToCompanion(companion.phone, companion, {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: history.syncType as number as proto.Message.HistorySyncType,
        chunkOrder,
        progress: history.progress ?? 100,
        initialHistBootstrapInlinePayload: payload,
        fileLength: payload.length,
      },
    },
  });
}
