import { useSignals } from "@preact/signals-react/runtime";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { AckIcon, ackMark } from "#web/inbox/messages/bubble/ack-icon.tsx";
import { lastWords, waitingWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { previewText } from "#web/lib/format/plain-text.ts";
import { drafts } from "#web/lib/storage/drafts.ts";

/**
 * The user's draft of a ticket, or its last message; on a waiting ticket the customer's last message
 * (docs/rules/tickets.md#order).
 */
export function RowMessage({ ticket, id }: { readonly ticket: TicketAnswer; readonly id: string }) {
  useSignals();
  const t = useText(ticketTexts);
  const m = useText(messages);
  const draft = drafts.get(`ticket:${ticket.id}`)?.text;
  if (draft) {
    return (
      <p className="row-message" id={id}>
        <span className="row-draft">{t("row.draft")}</span>
        <span className="ellipsis" dir="auto">
          {previewText(draft)}
        </span>
      </p>
    );
  }
  const isWaiting = ticket.status === "pending";
  const showsCustomer = isWaiting && ticket.lastCustomerMessage !== null;
  return (
    <p className="row-message" id={id}>
      {!showsCustomer && ticket.lastMessageFromMe && ticket.lastMessageAck !== null ? (
        <AckIcon mark={ackMark({ ack: ticket.lastMessageAck, sendState: null })} />
      ) : null}
      <span className="ellipsis" dir="auto">
        {isWaiting ? waitingWords(ticket, m) : lastWords(ticket, m)}
      </span>
    </p>
  );
}
