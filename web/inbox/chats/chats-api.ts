import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import type {
  ChatAnswer,
  ChatHits,
  ChatMessageAnswer,
  ChatMessagePage,
  ChatSendAnswer,
  ChatUnreadAnswer,
} from "#inbox/chats/contract.ts";
import type { Outgoing } from "#web/inbox/messages/outbox/outbox-model.ts";
import type { Where } from "#web/inbox/messages/stream/conversation-model.ts";
import { api } from "#web/lib/api/api.ts";

export interface ChatFields {
  readonly title: string;
  readonly users: readonly { readonly id: number }[];
}

/** The calls of the internal chat (docs/rules/team.md#team-chat). */
export const chatCalls = {
  byUuid: (uuid: string): Promise<ChatAnswer> => api.get(`/chats/u/${encodeURIComponent(uuid)}`),
  create: (fields: ChatFields): Promise<ChatAnswer> => api.post("/chats", fields),
  update: (id: number, fields: ChatFields): Promise<ChatAnswer> => api.put(`/chats/${id}`, fields),
  remove: (id: number): Promise<unknown> => api.delete(`/chats/${id}`),
  /** The server marks the caller's messages as read; the id is part of the contract's call. */
  read: (id: number, userId: number): Promise<ChatAnswer> => api.post(`/chats/${id}/read`, { userId }),
  unread: (): Promise<ChatUnreadAnswer> => api.get("/chats/unread"),
  messages: (id: number, where: Where): Promise<ChatMessagePage> =>
    api.get(`/chats/${id}/messages`, { query: where ? { ...where } : { pageNumber: 1 } }),
  edit: (id: number, messageId: number, message: string): Promise<ChatMessageAnswer> =>
    api.put(`/chats/${id}/messages/${messageId}`, { message }),
  removeMessage: (id: number, messageId: number): Promise<unknown> =>
    api.delete(`/chats/${id}/messages/${messageId}`),
  /** Searches messages in one chat, or with null in all chats of the user. */
  search: (chatId: number | null, searchParam: string, signal: AbortSignal): Promise<ChatHits> =>
    api.get("/chats/search", { query: { searchParam, chatId }, signal }),
  /** All users of the company, for the member picker. */
  colleagues: (): Promise<readonly ColleagueAnswer[]> => api.get("/users/list"),
};

/** Sends a message: a text as JSON, a file as a form. Returns the stored message; throws ApiError. */
export async function sendChatMessage(
  { ticketId: chatId, body, file, voice, quoted, clientMessageId }: Outgoing,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ChatMessageAnswer> {
  const path = `/chats/${chatId}/messages`;
  if (!file) {
    const quotedMsg = quoted ? { id: quoted.id } : null;
    return api.post<ChatSendAnswer>(path, { message: body, quotedMsg, clientMessageId }, { signal });
  }
  const form = new FormData();
  form.set("chatInterno", "true");
  form.set("clientMessageId", clientMessageId);
  form.set("body", body);
  if (quoted) form.set("quotedMsgId", String(quoted.id));
  if (voice) form.set("voice", "true");
  form.set("medias", file, file.name);
  return api.upload<ChatSendAnswer>(path, form, { onProgress, signal });
}
