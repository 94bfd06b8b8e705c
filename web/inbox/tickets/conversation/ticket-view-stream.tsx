import { useSignals } from "@preact/signals-react/runtime";
import Lock from "lucide-react/icons/lock";
import { useCallback, useEffect, useMemo } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayDeleteNote, mayEditNote } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { downloadMedia } from "#web/inbox/messages/messages-api.ts";
import { selectedIn } from "#web/inbox/messages/selection/selection.ts";
import { isStarred } from "#web/inbox/messages/stars/stars.ts";
import { requestJump, wantedMessage } from "#web/inbox/messages/stream/jump.ts";
import { Stream, type StreamProps } from "#web/inbox/messages/stream/stream.tsx";
import { StreamContext, type StreamVerbs } from "#web/inbox/messages/stream/stream-context.ts";
import type { TicketDialog } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { removeNote } from "#web/inbox/tickets/drawer/remove-note.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser, outbox } from "#web/inbox/tickets/store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { CommentLine } from "./comment-line.tsx";
import { eventLine } from "./event-line.tsx";
import { mayUndo, react, retry, undoMessage } from "./message-commands.ts";
import { StreamSkeleton } from "./pane-skeleton.tsx";
import type { TicketViewModel } from "./ticket-view-model.ts";
import type { MenuAnchor } from "./ticket-view-overlays.tsx";
import { useEventNames } from "./use-event-names.ts";
import { isReadable } from "./use-ticket-view.ts";

export interface TicketViewStreamProps {
  readonly view: TicketViewModel;
  readonly words: readonly string[];
  readonly canWrite: boolean;
  readonly onDialog: (dialog: TicketDialog) => void;
  readonly onMenu: (menu: MenuAnchor) => void;
  /** Incremented each time the conversation is shown. */
  readonly visit: number;
}

/** The conversation of a view with all actions on its messages. */
export function TicketViewStream({ view, words, canWrite, onDialog, onMenu, visit }: TicketViewStreamProps) {
  useSignals();
  const t = useText(ticketTexts);
  const m = useText(messages);
  const { conversation } = view;
  const rows = view.rows.value;
  const names = useEventNames(view.events.value.length > 0);
  const isGroup = view.ticket.value?.isGroup ?? false;
  const onPage = view.ticket.value?.channel !== "whatsapp";
  const wanted = wantedMessage.value;
  const jumpId = wanted?.ticketId === view.ticketId ? wanted.messageId : null;

  const open = useCallback((messageId: number) => requestJump(view.ticketId, messageId), [view]);
  const isReady = conversation.state.value === "ready";
  // A requested jump: the message is loaded after the conversation, then the stream scrolls to it.
  useEffect(() => {
    if (jumpId === null || !isReady) return;
    void view.jumpTo(jumpId).then((found) => {
      if (found) return;
      wantedMessage.value = null;
      toast.info(m("search.jumpFailed"));
    });
  }, [view, jumpId, isReady, m]);
  const picked = selectedIn(view.ticketId);
  const verbs = useMemo<StreamVerbs>(
    () => ({
      words,
      isGroup,
      openMessage: open,
      openMenu: (message, anchor) => onMenu({ message, anchor }),
      saveCard: (card) => onDialog({ kind: "saveCard", card }),
      retry,
      download: async (message) => {
        try {
          conversation.apply(await downloadMedia(message.id));
        } catch (error) {
          toast.failure(error);
        }
      },
      isStarred,
      picked,
      undoOf: (message) => (mayUndo(message) ? () => void undoMessage(view, message) : null),
      discard: (message) => outbox.discard(message.clientMessageId ?? ""),
      ...(canWrite && !onPage ? { react } : {}),
      mayDeleteNote: ({ user }) => mayDeleteNote(currentUser.peek(), user?.id ?? null),
      deleteNote: (noteId) => void removeNote(view, noteId),
      mayEditNote: ({ user }) => mayEditNote(currentUser.peek(), user?.id ?? null),
      editNote: (note) => onDialog({ kind: "editNote", note }),
      outgoing: (id) => view.outgoing.value.find((entry) => entry.clientMessageId === id),
    }),
    [words, picked, isGroup, open, canWrite, onPage, onDialog, onMenu, view, conversation],
  );
  const onJumped = useCallback(() => {
    wantedMessage.value = null;
  }, []);

  // A stable function per language: unchanged rows are not rendered again.
  const sayEvent = useCallback<NonNullable<StreamProps["eventText"]>>(
    ({ event }) => {
      const line = (
        <>
          {eventLine(event, names, t)} · {formatTime(event.at)}
        </>
      );
      return event.kind === "rating_comment" ? <CommentLine view={view} text={line} /> : line;
    },
    [names, t, view],
  );

  const state = conversation.state.value;
  const isRefused = state === "error" && isForbidden(conversation.error.value);
  if (isRefused || (state === "idle" && !isReadable(view)))
    return <ForbiddenConversation ticket={view.ticket.value} />;
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
          visit={visit}
        />
      )}
    </StreamContext>
  );
}

/** True when the user may see the ticket but not its messages (docs/rules/tickets.md#permissions). */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** Replaces a conversation the user may not read: shows whose it is, or that it must be accepted. */
function ForbiddenConversation({ ticket }: { readonly ticket: TicketAnswer | undefined }) {
  const t = useText(ticketTexts);
  const name = ticket?.user?.name;
  const text =
    ticket?.status === "pending"
      ? t("room.pending")
      : name
        ? t("room.ofOther", { name })
        : t("room.ofOtherUnknown");
  return (
    <div className="stream stream-hello">
      <EmptyState picture={<Lock />} title={t("room.forbidden")} text={text} />
    </div>
  );
}
