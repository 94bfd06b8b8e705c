import { effect } from "@preact/signals-react";
import { useEffect } from "react";
import { readChat, shownChatId } from "#web/inbox/chats/desk.ts";
import { unreadsOf } from "#web/inbox/chats/members.ts";
import { ownId } from "#web/inbox/chats/team.ts";
import type { ChatRoom } from "./chat-room.ts";

/** Shows a chat: loads it, and marks messages as read that arrive while it is visible. */
export function useChatRoom(room: ChatRoom): void {
  useEffect(() => {
    const { chatId, conversation, chat } = room;
    const waiting = () => {
      const now = chat.peek();
      return now ? unreadsOf(now, ownId()) : 0;
    };
    shownChatId.value = chatId;
    void conversation.open(waiting());
    const look = () => {
      if (document.visibilityState === "visible") void readChat(chatId);
    };
    // Once when it is there, and again whenever something new waits.
    const stop = effect(() => {
      const now = chat.value;
      const isThere = conversation.state.value === "ready";
      if (now && isThere && unreadsOf(now, ownId()) > 0) look();
    });
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
      room.composer.flush();
      if (shownChatId.peek() === chatId) shownChatId.value = null;
    };
  }, [room]);
}
