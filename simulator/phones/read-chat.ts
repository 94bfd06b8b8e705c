import type { Group } from "#simulator/groups/announce.ts";
import { groupJid } from "#simulator/jids.ts";
import { addressOf, isGroup } from "#simulator/messaging/letter.ts";
import { type ReportedStep, report } from "#simulator/messaging/report.ts";
import { node } from "#simulator/transport/node.ts";
import { type ChatMessage, isFurther } from "./chat-message.ts";
import { kindOf } from "./content.ts";
import type { Phone } from "./phone.ts";

/** Marks the messages of others in a chat as read and notifies the authors; voice notes also as played. */
export function readChat(phone: Phone, chat: Phone | Group): void {
  const key = isGroup(chat) ? chat.id : chat.number;
  const unread = phone.chats
    .with(key)
    .filter((message) => !message.fromMe && isFurther(message.step, "read"));
  if (unread.length > 0) tellOwnCompanions(phone, chat, unread);
  const byAuthor = Map.groupBy(unread, ({ author }) => author);
  for (const [author, messages] of byAuthor) {
    tell(phone, author, isGroup(chat) ? chat : null, messages, "read");
    const voices = messages.filter(({ content }) => kindOf(content) === "voice");
    tell(phone, author, isGroup(chat) ? chat : null, voices, "played");
  }
}

/** Messages read on the phone are marked as read on its linked devices too. */
function tellOwnCompanions(phone: Phone, chat: Phone | Group, unread: readonly ChatMessage[]): void {
  const t = Math.floor(phone.network.clock.now() / 1000);
  for (const { id, addressing } of unread) {
    const recipient = isGroup(chat) ? groupJid(chat.id) : addressOf(chat, addressing);
    const attrs = { from: addressOf(phone, addressing), recipient, id, t, type: "read-self" };
    for (const companion of phone.companions.values()) companion.deliver(node("receipt", attrs));
  }
}

function tell(
  phone: Phone,
  author: string,
  group: Group | null,
  messages: readonly ChatMessage[],
  step: ReportedStep,
): void {
  const { directory, feed } = phone.network;
  for (const message of messages) {
    message.step = step;
    feed.emit({ type: "changed", number: phone.number, message });
  }
  const other = directory.byNumber(author);
  if (other) report(phone, other, group, messages, step);
}
