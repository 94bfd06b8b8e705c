import { useSignals } from "@preact/signals-react/runtime";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ChatUser } from "#inbox/chats/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatOutbox } from "#web/inbox/chats/desk.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import type { MessageActions } from "#web/inbox/messages/bubble/message-actions.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { shownPicture } from "#web/inbox/messages/media/lightbox-model.ts";
import { Stream } from "#web/inbox/messages/stream/stream.tsx";
import { StreamContext, type StreamVerbs } from "#web/inbox/messages/stream/stream-context.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { ChatRoom } from "./chat-room.ts";
import { mentionWords } from "./mention-model.ts";

const Lightbox = lazyLayer(async () => (await import("#web/inbox/messages/media/lightbox.tsx")).default);
const MessageMenu = lazyLayer(
  async () => (await import("#web/inbox/messages/bubble/message-menu.tsx")).MessageMenu,
);
const RemoveMessage = lazyLayer(async () => (await import("./remove-message.tsx")).RemoveMessage);

/** Older messages load within this many pixels of the top (docs/rules/forms.md#pages). */
const OLDER_WITHIN_PX = 600;

interface Props {
  readonly room: ChatRoom;
  /** Words, without case and accents, of the current search, to highlight. */
  readonly words: readonly string[];
}

/** The messages of a chat with their actions. */
export function ChatStream({ room, words }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const m = useText(messages);
  const [menu, setMenu] = useState<{ message: MessageAnswer; anchor: HTMLElement } | null>(null);
  const [removed, setRemoved] = useState<MessageAnswer | null>(null);
  const { conversation, composer, wanted } = room;
  const rows = room.rows.value;
  const readers = room.readers.value;
  const users = room.chat.value?.users;
  const state = conversation.state.value;
  const jumpId = wanted.value;
  const isReady = state === "ready";

  useEffect(() => {
    if (jumpId === null || !isReady) return;
    void conversation.jumpTo(jumpId).then((found) => {
      if (found) return;
      wanted.value = null;
      toast.info(m("search.jumpFailed"));
    });
  }, [conversation, jumpId, isReady, m, wanted]);
  const onJumped = useCallback(() => {
    wanted.value = null;
  }, [wanted]);
  const verbs = useMemo<StreamVerbs>(
    () => ({
      words: [...words, ...mentionWords(users ?? [])],
      isGroup: true,
      isTeam: true,
      openMessage: (messageId) => {
        wanted.value = messageId;
      },
      openMenu: (message, anchor) => setMenu({ message, anchor }),
      retry: (message) => chatOutbox.retry(message.clientMessageId ?? ""),
      discard: (message) => chatOutbox.discard(message.clientMessageId ?? ""),
      outgoing: (id) => room.outgoing.value.find((entry) => entry.clientMessageId === id),
      below: ({ id }) => {
        const people = readers.get(id);
        return people ? <Readers people={people} /> : null;
      },
    }),
    [words, users, room, readers, wanted],
  );

  if (state === "error")
    return (
      <ErrorState
        title={m("stream.loadFailed")}
        error={conversation.error.value}
        onRetry={() => void conversation.open(0)}
      />
    );
  if (!isReady) return <Waiting />;
  return (
    <StreamContext value={verbs}>
      {rows.length === 0 ? (
        <div className="stream stream-hello">
          <EmptyState picture={<MessagesSquare />} title={t("pane.empty")} />
        </div>
      ) : (
        <Stream
          conversation={conversation}
          rows={rows}
          jumpId={jumpId}
          onJumped={onJumped}
          olderWithin={OLDER_WITHIN_PX}
        />
      )}
      {menu ? (
        <MessageMenu
          message={menu.message}
          anchor={menu.anchor}
          actions={actionsOf(menu.message)}
          onClose={() => setMenu(null)}
          onReply={() => composer.replyTo(menu.message)}
          onCopy={() =>
            void navigator.clipboard
              .writeText(menu.message.body)
              .then(() => toast.success(m("bubble.copied")))
          }
          onReact={() => undefined}
          onEdit={() => composer.startEdit(menu.message, menu.message.body)}
          onDelete={() => setRemoved(menu.message)}
          onRetry={() => undefined}
        />
      ) : null}
      {removed ? <RemoveMessage message={removed} onClose={() => setRemoved(null)} /> : null}
      {shownPicture.value === null ? null : (
        <Lightbox
          pictures={conversation.messages.value.filter(
            ({ mediaType, isDeleted }) => mediaType === "image" && !isDeleted,
          )}
        />
      )}
    </StreamContext>
  );
}

/** All members may reply to and copy a message; only its author may edit or delete it. */
function actionsOf({ fromMe, isDeleted, body, mediaType }: MessageAnswer): MessageActions {
  const own = fromMe && !isDeleted;
  return {
    reply: !isDeleted,
    copy: !isDeleted && body !== "",
    forward: false,
    star: false,
    info: false,
    translate: false,
    react: false,
    edit: own && mediaType === null,
    delete: own,
    retry: false,
  };
}

function Waiting() {
  return (
    <div className="stream chat-waiting" aria-busy="true">
      <Skeleton shape="block" width="46%" height={58} />
      <Skeleton shape="block" width="34%" height={40} />
      <Skeleton shape="block" width="52%" height={78} />
      <Skeleton shape="block" width="40%" height={40} />
    </div>
  );
}

/** Number of avatars shown; further readers are shown as a count. */
const SHOWN = 5;

/** Avatars of the members whose last read message is this one. */
function Readers({ people }: { readonly people: readonly ChatUser[] }) {
  useSignals();
  const t = useText(chatTexts);
  const names = t("pane.readBy", { names: people.map(({ user }) => user.name).join(", ") });
  return (
    <span className="readers" title={names}>
      <span className="visually-hidden">{names}</span>
      {people.slice(0, SHOWN).map(({ userId, user }) => (
        <Avatar key={userId} name={user.name} size="s" className="reader" />
      ))}
      {people.length > SHOWN ? <small aria-hidden="true">+{people.length - SHOWN}</small> : null}
    </span>
  );
}
