import { useSignals } from "@preact/signals-react/runtime";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import { useText } from "#web/i18n/use-text.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { reachTexts } from "./locales/index.ts";
import { otherNumbers, useNewChat } from "./new-chat.ts";
import { OtherNumberButton } from "./other-number-button.tsx";
import { newChatRestrictionOf } from "./restriction.ts";
import { newChatText } from "./restriction-text.ts";
import "./reach.css";

export interface NewTicketNoticeProps {
  readonly contactId: number;
  /** Null: the server chooses the connection. */
  readonly whatsappId: number | null;
  readonly onConnection: (id: number) => void;
}

/** In the dialog that opens a ticket: the number may not start conversations now (docs/rules/reach.md#before-writing). */
export function NewTicketNotice({ contactId, whatsappId, onConnection }: NewTicketNoticeProps) {
  useSignals();
  const t = useText(reachTexts);
  const newChat = useNewChat(contactId, whatsappId);
  const connection = connections.items.get(newChat?.whatsappId ?? 0);
  const restriction = newChatRestrictionOf(connection);
  if (!connection || !(restriction ? newChat?.isCold : newChat?.isBeyondBudget)) return null;
  return (
    <div className="new-chat-bar new-chat-notice" role="status">
      <MessageCircleOff aria-hidden="true" />
      <p>
        {restriction && whatsappId === null ? <strong>{connection.name}: </strong> : null}
        {restriction
          ? newChatText(t, restriction, currentMinute.value)
          : t("budget.notice", { name: connection.name })}
      </p>
      <div className="new-chat-choices">
        <OtherNumberButton numbers={otherNumbers(connection)} onChoose={({ id }) => onConnection(id)} />
      </div>
    </div>
  );
}
