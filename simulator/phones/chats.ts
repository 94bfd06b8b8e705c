import type { ChatMessage } from "./chat-message.ts";

/** All chats of one phone; messages in the order in which the phone received them. */
export class Chats {
  readonly #order: ChatMessage[] = [];
  readonly #byKey = new Map<string, ChatMessage>();
  readonly #byChat = new Map<string, ChatMessage[]>();

  add(message: ChatMessage): void {
    this.#order.push(message);
    this.#byKey.set(`${message.chat}/${message.author}/${message.id}`, message);
    const chat = this.#byChat.get(message.chat);
    if (chat) chat.push(message);
    else this.#byChat.set(message.chat, [message]);
  }

  /** Finds a message. Authors choose the ids of their messages, so only chat, author and id together are unique. */
  get(chat: string, author: string, id: string): ChatMessage | undefined {
    return this.#byKey.get(`${chat}/${author}/${id}`);
  }

  /** A message of a chat by its id, of any author. */
  find(chat: string, id: string): ChatMessage | undefined {
    return this.#byChat.get(chat)?.find((message) => message.id === id);
  }

  all(): readonly ChatMessage[] {
    return this.#order;
  }

  /** Messages with one person or in one group. */
  with(chat: string): readonly ChatMessage[] {
    return this.#byChat.get(chat) ?? [];
  }

  /** Numbers and group ids of all chats. */
  list(): string[] {
    return [...this.#byChat.keys()];
  }
}
