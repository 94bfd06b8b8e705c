import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { ReadMessage } from "#channels/connections/provider.ts";

/**
 * Sends read receipts (the "blue ticks") for messages of one chat; resolves once the server has acknowledged all of
 * them. Without the acknowledgement a receipt written to a dead connection would be lost unnoticed.
 */
export async function sendReadReceipts(
  sock: WASocket,
  chat: string,
  messages: readonly ReadMessage[],
): Promise<void> {
  const acks = awaitAcks(sock, messages);
  try {
    await sock.readMessages(
      messages.map(({ providerId, participant }) => ({
        remoteJid: chat,
        id: providerId,
        fromMe: false,
        ...(participant === null ? {} : { participant }),
      })),
    );
    await acks.all;
  } finally {
    acks.stop();
  }
}

/** Baileys sends one receipt per author, whose id is that of the author's first message. */
function awaitAcks(sock: WASocket, messages: readonly ReadMessage[]) {
  const byAuthor = Map.groupBy(messages, ({ participant }) => participant);
  const missing = new Set([...byAuthor.values()].map(([first]) => first?.providerId));
  const { promise: all, resolve } = Promise.withResolvers<void>();
  // Delivery receipts of the same messages are acknowledged too; their acks have another type.
  const heard = ({ attrs }: BinaryNode) => {
    if (!attrs["type"]?.startsWith("read")) return;
    missing.delete(attrs["id"]);
    if (missing.size === 0) resolve();
  };
  sock.ws.on("CB:ack,class:receipt", heard);
  return { all, stop: () => void sock.ws.off("CB:ack,class:receipt", heard) };
}
