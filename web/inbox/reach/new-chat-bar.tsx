import type { ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { reachTexts } from "./locales/index.ts";
import { otherNumbers, useNewChat } from "./new-chat.ts";
import { OtherNumberButton } from "./other-number-button.tsx";
import { newChatRestrictionOf } from "./restriction.ts";
import { newChatText } from "./restriction-text.ts";
import { cancelMessages, moveToNumber, textsAgain, waitingMessages } from "./waiting-messages.ts";
import "./reach.css";

export interface NewChatBarProps {
  readonly ticket: Pick<TicketAnswer, "id" | "contactId" | "whatsappId">;
  readonly composer: Composer;
  readonly messages: ReadonlySignal<readonly MessageAnswer[]>;
  /** The ticket was moved to another number. */
  readonly onMoved: (ticket: TicketAnswer) => void;
}

/**
 * Above the text box of a conversation that the number has not started yet: it may not do so now, or only after a
 * confirmation (docs/rules/reach.md#before-writing).
 */
export function NewChatBar(props: NewChatBarProps) {
  useSignals();
  const t = useText(reachTexts);
  const { ticket, composer, messages } = props;
  const [asks, setAsks] = useState<Connection | "cancel" | null>(null);
  const [isStarted, setStarted] = useState(false);
  const newChat = useNewChat(ticket.contactId, ticket.whatsappId);
  const connection = connections.items.get(ticket.whatsappId);
  const restriction = newChatRestrictionOf(connection);
  if (connection && newChat?.isBeyondBudget && !isStarted && !restriction)
    return (
      <BudgetBar
        contactId={ticket.contactId}
        whatsappId={ticket.whatsappId}
        connectionName={connection.name}
        composer={composer}
        onStarted={() => setStarted(true)}
      />
    );
  if (!newChat?.isCold || !connection || !restriction) return null;
  const waiting = waitingMessages(messages.value, ticket.whatsappId, session.user.value?.id);
  const move = async ({ id, name }: Connection) => {
    const moved = await moveToNumber(ticket.id, id);
    props.onMoved(moved);
    toast.success(t("bar.moved", { name }));
  };
  const choose = (other: Connection) => {
    if (waiting.length > 0) setAsks(other);
    else move(other).catch(toast.failure);
  };
  return (
    <section className="new-chat-bar" aria-label={t("bar.label")}>
      <MessageCircleOff aria-hidden="true" />
      <p role="status">{newChatText(t, restriction, currentMinute.value)}</p>
      <div className="new-chat-choices">
        <OtherNumberButton numbers={otherNumbers(connection)} onChoose={choose} />
        {waiting.length > 0 ? (
          <Button size="s" variant="ghost" onPress={() => setAsks("cancel")}>
            {t("bar.cancelWaiting", { count: waiting.length })}
          </Button>
        ) : (
          <CancelText composer={composer} />
        )}
      </div>
      {asks === null ? null : (
        <Confirm
          title={
            asks === "cancel"
              ? t("cancel.title", { count: waiting.length })
              : t("move.title", { name: asks.name })
          }
          confirmLabel={asks === "cancel" ? t("cancel.confirm") : t("move.confirm", { name: asks.name })}
          cancelLabel={t("cancel.keep")}
          tone={asks === "cancel" ? "danger" : "primary"}
          onClose={() => setAsks(null)}
          onConfirm={async () => {
            await cancelMessages(waiting, (cancelled) => {
              composer.setMode("message");
              composer.setText(textsAgain(cancelled, composer.text.peek()));
            });
            if (asks !== "cancel") await move(asks);
          }}
        >
          {asks === "cancel" ? t("cancel.text") : t("move.text", { count: waiting.length, name: asks.name })}
        </Confirm>
      )}
    </section>
  );
}

/** Discards the text that was not sent yet; it can be restored. */
function CancelText({ composer }: { readonly composer: Composer }) {
  useSignals();
  const t = useText(reachTexts);
  const { mode, text } = composer;
  if (mode.value !== "message" || text.value.trim() === "") return null;
  const discard = () => {
    const discarded = text.peek();
    composer.setText("");
    toast.undoable(t("bar.discarded"), { label: t("bar.undo"), run: () => composer.setText(discarded) });
  };
  return (
    <Button size="s" variant="ghost" onPress={discard}>
      {t("bar.cancel")}
    </Button>
  );
}
