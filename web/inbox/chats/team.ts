import { navigate } from "wouter/use-browser-location";
import type { ChatAnswer, ChatMessageAnswer } from "#inbox/chats/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { api } from "#web/lib/api/api.ts";
import { notifyDesktop } from "#web/lib/page/notifications.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { ChatList } from "./list/chat-list.ts";
import { chatTexts } from "./locales/index.ts";
import { chatUnread } from "./unread-count.ts";

/** Id of the signed-in user; 0 = none. */
export const ownId = (): number => session.user.peek()?.id ?? 0;

let ring: () => void = () => undefined;

/** The chats of the signed-in user. */
export const team = new ChatList({
  api,
  socket,
  userId: ownId,
  onMessage: notify,
  onUnread: (unreads) => {
    chatUnread.value = unreads;
  },
});

let followers = 0;
let stop = () => {};

/** Follows the chats while the bell or the page is shown. Returns the stop function. */
export function followTeam(): () => void {
  if (followers === 0) stop = team.start();
  followers += 1;
  return () => {
    followers -= 1;
    if (followers === 0) stop();
  };
}

/** Like `followTeam`; also plays `sound` for messages of chats that are not on screen. */
export function startTeam(sound: () => void): () => void {
  ring = sound;
  return followTeam();
}

function isOnScreen({ uuid }: ChatAnswer): boolean {
  const isShown = globalThis.location.pathname === `/chats/${uuid}`;
  return isShown && document.visibilityState === "visible" && document.hasFocus();
}

/** Plays the sound and shows a desktop notification, unless the chat is visible in the focused window. */
function notify(chat: ChatAnswer, message: ChatMessageAnswer): void {
  if (isOnScreen(chat)) return;
  ring();
  const { name } = message.sender;
  const isMeant = message.mentions.includes(ownId());
  notifyDesktop({
    title: isMeant ? text(chatTexts, "bell.mentioned", { name, title: chat.title }) : chat.title,
    body: chat.lastMessage,
    tag: `chat-${chat.id}`,
    onClick: () => navigate(`/chats/${chat.uuid}`),
  });
}
