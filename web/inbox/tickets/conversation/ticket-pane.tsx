import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { showList } from "#web/inbox/tickets/paths.ts";
import { lists, tickets } from "#web/inbox/tickets/store.ts";
import { fetchTicket } from "#web/inbox/tickets/tickets-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { PaneSkeleton } from "./pane-skeleton.tsx";
import { TicketRoom } from "./ticket-view.tsx";

export interface TicketPaneProps {
  readonly uuid: string;
  readonly isNarrow: boolean;
}

/** The right side: finds the ticket of the address (known already, or asked for) and shows its room. */
export function TicketPane({ uuid, isNarrow }: TicketPaneProps) {
  useSignals();
  const t = useText(ticketTexts);
  // A ticket keeps its place while it is shown, even when it leaves every list.
  const [held, setHeld] = useState<Held>(() => hold(uuid));
  if (held.uuid !== uuid) setHeld(hold(uuid));
  const { ticketId, error, attempt } = held;

  useEffect(() => {
    if (ticketId !== null) return;
    let isHere = true;
    fetchTicket(uuid).then(
      (ticket) => {
        if (!isHere) return;
        lists.place(ticket);
        setHeld({ uuid, ticketId: ticket.id, error: null, attempt });
      },
      (cause: unknown) => {
        if (isHere && !wentAway(cause)) setHeld({ uuid, ticketId: null, error: cause, attempt });
      },
    );
    return () => {
      isHere = false;
    };
  }, [uuid, ticketId, attempt]);

  const ticket = ticketId === null ? undefined : tickets.get(ticketId);
  const isLost = ticketId !== null && ticket === undefined;
  useEffect(() => {
    if (!isLost) return;
    toast.info(text(ticketTexts, "page.lost"));
    navigate(showList());
  }, [isLost]);

  if (error !== null) {
    return (
      <section className="pane pane-empty" aria-label={t("page.ticket")}>
        <ErrorState
          title={t("page.failed")}
          error={error}
          onRetry={() => setHeld({ ...hold(uuid), attempt: attempt + 1 })}
        />
      </section>
    );
  }
  if (!ticket) return <PaneSkeleton />;
  return <TicketRoom ticket={ticket} isNarrow={isNarrow} />;
}

/** The ticket of an address, as far as it is known. */
interface Held {
  readonly uuid: string;
  readonly ticketId: number | null;
  readonly error: unknown;
  readonly attempt: number;
}

function hold(uuid: string): Held {
  return { uuid, ticketId: knownId(uuid), error: null, attempt: 0 };
}

function knownId(uuid: string): number | null {
  return tickets.all.peek().find((ticket) => ticket.uuid === uuid)?.id ?? null;
}

/** Not allowed, or gone: told, and back to the list. */
function wentAway(error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return false;
  toast.error(text(ticketTexts, error.status === 403 ? "page.denied" : "page.notFound"));
  navigate(showList(), { replace: true });
  return true;
}
