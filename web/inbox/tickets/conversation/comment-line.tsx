import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { mayReopen } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { reopenTicket } from "#web/inbox/tickets/actions/reopen.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import type { TicketViewModel } from "./ticket-view-model.ts";

/** Below the comment of a rating: opens the closed ticket for reading (docs/rules/ratings.md#comment). */
export function CommentLine({ view, text }: { readonly view: TicketViewModel; readonly text: ReactNode }) {
  useSignals();
  const t = useText(ticketTexts);
  const ticket = view.ticket.value;
  const isOffered = ticket?.status === "closed" && mayReopen(currentUser.value, ticket);
  return (
    <>
      {text}
      {isOffered ? (
        <Button size="s" variant="ghost" onPress={() => void reopenTicket(ticket)}>
          {t("trail.open")}
        </Button>
      ) : null}
    </>
  );
}
