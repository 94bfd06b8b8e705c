import type * as v from "valibot";
import type { MessageAnswer, MessageHits, MessagePage, SendMessageAnswer } from "#inbox/messages/contract.ts";
import { api } from "#web/lib/api/api.ts";
import type { Outgoing } from "./outbox/outbox-model.ts";
import type { Where } from "./stream/conversation-model.ts";

type SendAnswer = v.InferOutput<typeof SendMessageAnswer>;
export type Hits = v.InferOutput<typeof MessageHits>;

/** Only messages of the ticket's connection, or all messages with the contact. */
export type TimelineScope = "connection" | "all";

/** A page of a ticket's conversation; without `where` the newest, which marks the ticket as read for its owner. */
export function fetchMessages(ticketId: number, where: Where, scope: TimelineScope): Promise<MessagePage> {
  return api.get(`/messages/${ticketId}`, { query: { ...(where ?? { pageNumber: 1 }), scope } });
}

/** Sends a message. Resolves with the stored message, which is then in the server's outbox; throws ApiError. */
export async function sendMessage(
  message: Outgoing,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<MessageAnswer> {
  const { ticketId, body, file, enclosed, voice, quoted, link, clientMessageId } = message;
  const path = `/messages/${ticketId}`;
  if (!file) {
    const quotedMsg = quoted ? { id: quoted.id } : null;
    const content = {
      body,
      quotedMsg,
      clientMessageId,
      ...(enclosed && { mediaUrl: enclosed.url }),
      ...(link && { linkPreview: link.url }),
    };
    return (await api.post<SendAnswer>(path, content, { signal })).message;
  }
  const form = new FormData();
  form.set("clientMessageId", clientMessageId);
  form.set("body", body);
  if (quoted) form.set("quotedMsg", JSON.stringify({ id: quoted.id }));
  if (voice) form.set("voice", "true");
  form.set("medias", file, file.name);
  return (await api.upload<SendAnswer>(path, form, { onProgress, signal })).message;
}

/** Puts a failed message back into the server's outbox (author or admin). */
export function retryMessage(messageId: number): Promise<unknown> {
  return api.post(`/messages/${messageId}/retry`);
}

/** Fetches the missing file of a message from the network again. Throws 502 ERR_WAPP_DOWNLOAD_MEDIA. */
export function downloadMedia(messageId: number): Promise<MessageAnswer> {
  return api.post(`/messages/${messageId}/download`);
}

/** Deletes a message on both sides (author only). Throws ERR_DELETE_WAPP_MSG, ERR_NOT_SUPPORTED. */
export function deleteMessage(messageId: number): Promise<unknown> {
  return api.delete(`/messages/${messageId}`);
}

/** Replaces an own text within 15 minutes. Throws ERR_NOT_SUPPORTED. */
export function editMessage(messageId: number, body: string): Promise<unknown> {
  return api.put(`/messages/${messageId}`, { body });
}

/** Sets the attendant's reaction to a message; "" removes it. */
export function reactToMessage(messageId: number, emoji: string): Promise<unknown> {
  return api.put(`/messages/${messageId}/reaction`, { emoji });
}

/** Hits of a search, in one conversation or in all readable ones. */
export function searchMessages(
  searchParam: string,
  ticketId: number | null,
  signal: AbortSignal,
): Promise<Hits> {
  return api.get("/messages/search", { query: { searchParam, ticketId }, signal });
}
