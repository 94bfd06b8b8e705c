import { markChatRead } from "#inbox/chats/read.ts";
import { createChat } from "#inbox/chats/save.ts";
import { writeChatMessage } from "#inbox/chats/write.ts";
import type { FakeClock } from "#platform/clock.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { DemoCompany } from "./cast.ts";

const MINUTE_MS = 60_000;

/** Internal chats; the last message of each is unread for the others. */
export function talkInChats(
  people: ReadonlyMap<string, UserCtx>,
  { chats }: DemoCompany,
  clock: FakeClock,
  nowMs: number,
): void {
  for (const { title, members, lines } of chats) {
    const [owner, ...others] = members.flatMap((email) => people.get(email) ?? []);
    if (!owner) continue;
    clock.set(nowMs - ((lines[0]?.minutesAgo ?? 0) + 1) * MINUTE_MS);
    const users = others.map(({ actor }) => ({ id: actor.id }));
    const { id: chatId } = createChat(owner, { title, users });
    for (const [index, { of, minutesAgo, text }] of lines.entries()) {
      const author = people.get(of);
      if (!author) continue;
      clock.set(nowMs - minutesAgo * MINUTE_MS);
      writeChatMessage(author, { chatId, text, quotedId: null, clientMessageId: undefined });
      if (index === lines.length - 1) continue;
      for (const person of [owner, ...others]) markChatRead(person, chatId);
    }
  }
  clock.set(nowMs);
}
