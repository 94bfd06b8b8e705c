import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { fetchMessages } from "#web/inbox/messages/messages-api.ts";
import { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { Stream } from "#web/inbox/messages/stream/stream.tsx";
import { StreamContext } from "#web/inbox/messages/stream/stream-context.ts";
import { buildTimeline } from "#web/inbox/messages/stream/timeline.ts";
import { isInScope } from "#web/inbox/tickets/conversation/history-scope.ts";
import { StreamSkeleton } from "#web/inbox/tickets/conversation/pane-skeleton.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import "./spy-dialog.css";

export interface SpyDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** 'Espiar Conversa': shows a conversation read-only; the ticket is not changed. */
export default function SpyDialog({ ticket, onClose }: SpyDialogProps) {
  useSignals();
  const t = useText(ticketTexts);
  const m = useText(messages);
  const { id, contactId, whatsappId } = ticket;
  const [conversation] = useState(
    () =>
      new Conversation({
        ticketId: ticket.id,
        fetchPage: (where) => fetchMessages(ticket.id, where, "connection"),
      }),
  );
  const [jumpId, setJumpId] = useState<number | null>(null);
  useEffect(() => {
    void conversation.open(0);
    const stops = [
      socket.on("appMessage", (event) => {
        if (event.action === "delete") return conversation.remove(Number(event["messageId"]));
        const message = event["message"] as MessageAnswer;
        if (isInScope(message, { id, contactId, whatsappId }, "connection")) conversation.apply(message);
      }),
      socket.onResync(() => void conversation.refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [conversation, id, contactId, whatsappId]);
  const rows = buildTimeline({
    messages: conversation.messages.value,
    notes: [],
    events: [],
    ticketId: ticket.id,
    status: ticket.status,
    hasOlder: conversation.hasOlder.value,
    hasNewer: conversation.hasNewer.value,
    firstUnreadId: null,
    unreadCount: 0,
    dayOf: dayKey,
  });
  const state = conversation.state.value;
  const openMessage = (messageId: number) => {
    setJumpId(messageId);
    void conversation.jumpTo(messageId);
  };
  return (
    <Dialog title={t("spy.title", { name: ticket.contact.name })} size="m" className="spy" onClose={onClose}>
      <p className="spy-note">{t("spy.readOnly")}</p>
      {state === "error" ? (
        <ErrorState
          title={m("stream.loadFailed")}
          error={conversation.error.value}
          onRetry={() => void conversation.open(0)}
        />
      ) : state !== "ready" ? (
        <StreamSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={m("stream.empty")} />
      ) : (
        <StreamContext value={{ words: [], isGroup: ticket.isGroup, openMessage, outgoing: () => undefined }}>
          <Stream conversation={conversation} rows={rows} jumpId={jumpId} onJumped={() => setJumpId(null)} />
        </StreamContext>
      )}
    </Dialog>
  );
}
