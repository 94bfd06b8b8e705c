import { effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatCalls } from "#web/inbox/chats/chats-api.ts";
import { chatRoomOf, readChat, shownChatId } from "#web/inbox/chats/desk.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { isOwner, unreadsOf } from "#web/inbox/chats/members.ts";
import { ownId } from "#web/inbox/chats/team.ts";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { DropArea } from "#web/inbox/messages/composer/drop-area.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import type { ChatRoom } from "./chat-room.ts";
import { ChatStream } from "./chat-stream.tsx";
import "./chat-pane.css";

interface Props {
  readonly chat: ChatAnswer;
  readonly onEdit: (chat: ChatAnswer) => void;
  readonly onRemove: (chat: ChatAnswer) => void;
}

const NONE: readonly string[] = [];

const StreamSearch = lazyLayer(
  async () => (await import("#web/inbox/messages/stream/stream-search.tsx")).StreamSearch,
);

/** One chat on screen: its members, its messages and the composer. */
export function ChatPane({ chat, onEdit, onRemove }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const room = chatRoomOf(chat.id);
  const input = useRef<ComposerInputHandle>(null);
  const [isSearching, setSearching] = useState(false);
  const [words, setWords] = useState(NONE);
  useChatRoom(room);
  const names = chat.users.map(({ userId, user }) => (userId === ownId() ? t("pane.you") : user.name));
  const stopSearch = () => {
    setSearching(false);
    setWords(NONE);
  };
  return (
    <section className="chat-pane" aria-label={t("pane.region", { title: chat.title })}>
      <DropArea className="chat-main" composer={room.composer} isActive>
        <header className="chat-head">
          <Avatar name={chat.title} className="chat-head-avatar" />
          <div className="chat-head-words">
            <h2 className="ellipsis">{chat.title}</h2>
            <small className="ellipsis" title={names.join(", ")}>
              {t("pane.members", { count: names.length })} · {names.join(", ")}
            </small>
          </div>
          <IconButton
            label={t("pane.search")}
            onPress={() => (isSearching ? stopSearch() : setSearching(true))}
          >
            <Search />
          </IconButton>
          {isOwner(chat, ownId()) ? (
            <>
              <IconButton label={t("row.edit", { title: chat.title })} onPress={() => onEdit(chat)}>
                <Pencil />
              </IconButton>
              <IconButton label={t("row.delete", { title: chat.title })} onPress={() => onRemove(chat)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null}
        </header>
        {isSearching ? (
          <StreamSearch
            find={(text, signal) => chatCalls.search(chat.id, text, signal)}
            onGo={(messageId) => {
              room.wanted.value = messageId;
            }}
            onWords={setWords}
            onClose={stopSearch}
          />
        ) : null}
        <ChatStream room={room} words={words} />
        <ChatComposer chat={chat} composer={room.composer} inputRef={input} />
      </DropArea>
    </section>
  );
}

/** Shows a chat: loads it, and marks messages as read that arrive while it is visible. */
function useChatRoom(room: ChatRoom): void {
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
    // Marks the chat as read when its messages have loaded, and again on each new unread message.
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
