import type { Group } from "#simulator/groups/group.ts";
import { type PostOptions, post } from "#simulator/messaging/post.ts";
import type { ChatMessage } from "./chat-message.ts";
import type { Phone } from "./phone.ts";

/** Everything a person can send from a handset. Each resolves when the server has taken the message. */
export class Sender {
  readonly #phone: Phone;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  text(to: Phone | Group, text: string, options?: PostOptions): Promise<ChatMessage> {
    return post(this.#phone, to, { conversation: text }, options);
  }
}
