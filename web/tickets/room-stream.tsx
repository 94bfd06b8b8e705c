import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { MessageAnswer } from "#messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatTime } from "#web/lib/dates.ts";
import { session } from "#web/lib/session.ts";
import { requestJump, wantedMessage } from "#web/messages/jump.ts";
import { shownPicture } from "#web/messages/lightbox-model.ts";
import { messages } from "#web/messages/locales/index.ts";
import { downloadMedia, reactToMessage, retryMessage } from "#web/messages/messages-api.ts";
import { unsigned } from "#web/messages/signature.ts";
import { Stream, type StreamProps } from "#web/messages/stream.tsx";
import { StreamContext, type StreamVerbs } from "#web/messages/stream-context.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { later } from "#web/ui/later.tsx";
import { toast } from "#web/ui/toast.ts";
import { mayDeleteNote } from "./belongs.ts";
import { onlooker, outbox } from "./desk.ts";
import { eventText } from "./event-text.ts";
import { ticketTexts } from "./locales/index.ts";
import { StreamSkeleton } from "./pane-skeleton.tsx";
import { removeNote } from "./remove-note.ts";
import type { Room } from "./room.ts";
import type { RoomDialog } from "./room-dialogs.tsx";
import { isForbidden, RoomForbidden } from "./room-forbidden.tsx";
import { useNames } from "./use-names.ts";
import { isReadable } from "./use-room.ts";

const Lightbox = later(async () => (await import("#web/messages/lightbox.tsx")).default);
const MessageMenu = later(async () => (await import("./ticket-message-menu.tsx")).TicketMessageMenu);

export interface RoomStreamProps {
  readonly room: Room;
  readonly words: readonly string[];
  readonly canWrite: boolean;
  readonly onDialog: (dialog: RoomDialog) => void;
}

/** The conversation of a room with everything one can do to its messages. */
export function RoomStream({ room, words, canWrite, onDialog }: RoomStreamProps) {
  useSignals();
  const t = useText(ticketTexts);
  const m = useText(messages);
  const [menu, setMenu] = useState<{ message: MessageAnswer; anchor: HTMLElement } | null>(null);
  const { conversation, composer } = room;
  const rows = room.rows.value;
  const names = useNames(room.events.value.length > 0);
  const isGroup = room.ticket.value?.isGroup ?? false;
  const onPage = room.ticket.value?.channel !== "whatsapp";
  const wanted = wantedMessage.value;
  const jumpId = wanted?.ticketId === room.ticketId ? wanted.messageId : null;

  const open = useCallback((messageId: number) => requestJump(room.ticketId, messageId), [room]);
  const isReady = conversation.state.value === "ready";
  // Whoever asked: the message is fetched once the conversation is there, and the stream goes to it.
  useEffect(() => {
    if (jumpId === null || !isReady) return;
    void conversation.jumpTo(jumpId).then((found) => {
      if (found) return;
      wantedMessage.value = null;
      toast.info(m("search.jumpFailed"));
    });
  }, [conversation, jumpId, isReady, m]);
  const verbs = useMemo<StreamVerbs>(
    () => ({
      words,
      isGroup,
      openMessage: open,
      openMenu: (message, anchor) => setMenu({ message, anchor }),
      saveCard: (card) => onDialog({ kind: "saveCard", card }),
      retry: (message) => {
        if (message.id < 0) outbox.retry(message.clientMessageId ?? "");
        else retryMessage(message.id).catch((error: unknown) => toast.failure(error));
      },
      download: async (message) => {
        try {
          conversation.apply(await downloadMedia(message.id));
        } catch (error) {
          toast.failure(error);
        }
      },
      discard: (message) => outbox.discard(message.clientMessageId ?? ""),
      ...(canWrite && !onPage ? { react } : {}),
      mayDeleteNote: (note) => mayDeleteNote(note, onlooker.peek()),
      deleteNote: (noteId) => void removeNote(room, noteId),
      outgoing: (id) => room.outgoing.value.find((entry) => entry.clientMessageId === id),
    }),
    [words, isGroup, open, canWrite, onPage, onDialog, room, conversation],
  );
  const onJumped = useCallback(() => {
    wantedMessage.value = null;
  }, []);

  // The same function while the language is the same: rows that did not change are not drawn again.
  const sayEvent = useCallback<NonNullable<StreamProps["eventText"]>>(
    ({ event }) => `${eventText(event, names, t)} · ${formatTime(event.at)}`,
    [names, t],
  );

  const state = conversation.state.value;
  const isRefused = state === "error" && isForbidden(conversation.error.value);
  if (isRefused || (state === "idle" && !isReadable(room)))
    return <RoomForbidden ticket={room.ticket.value} />;
  if (state === "error") {
    return (
      <ErrorState
        title={m("stream.loadFailed")}
        error={conversation.error.value}
        onRetry={() => void conversation.open(0)}
      />
    );
  }
  if (state !== "ready") return <StreamSkeleton />;
  const isEmpty = !rows.some((row) => row.kind === "message" || row.kind === "album");
  return (
    <StreamContext value={verbs}>
      {isEmpty ? (
        <div className="stream stream-hello">
          <EmptyState title={m("stream.empty")} />
        </div>
      ) : (
        <Stream
          conversation={conversation}
          rows={rows}
          jumpId={jumpId}
          onJumped={onJumped}
          eventText={sayEvent}
        />
      )}
      {menu ? (
        <MessageMenu
          message={menu.message}
          anchor={menu.anchor}
          ticket={room.ticket.value ?? null}
          canWrite={canWrite}
          onClose={() => setMenu(null)}
          onReply={() => composer.replyTo(menu.message)}
          onCopy={() => void copy(menu.message.body).then(() => toast.success(m("bubble.copied")))}
          onReact={(emoji) => react(menu.message, emoji)}
          onEdit={() =>
            composer.startEdit(menu.message, unsigned(menu.message.body, session.user.peek()?.name ?? ""))
          }
          onDelete={() => onDialog({ kind: "deleteMessage", message: menu.message })}
          onRetry={() => verbs.retry?.(menu.message)}
        />
      ) : null}
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

function react(message: MessageAnswer, emoji: string): void {
  reactToMessage(message.id, emoji).catch((error: unknown) => toast.failure(error));
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
