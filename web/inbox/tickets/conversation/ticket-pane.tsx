import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useLayoutEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { listHref } from "#web/inbox/tickets/paths.ts";
import { lists, tickets } from "#web/inbox/tickets/store.ts";
import { fetchTicket } from "#web/inbox/tickets/tickets-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { showConversation } from "#web/lib/keyboard/active-composer.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { PaneSkeleton } from "./pane-skeleton.tsx";
import { TicketView } from "./ticket-view.tsx";

export interface TicketPaneProps {
  readonly uuid: string;
  readonly isNarrow: boolean;
}

/** The conversation pane: finds the ticket of the URL (cached or fetched) and shows it. */
export function TicketPane({ uuid, isNarrow }: TicketPaneProps) {
  useSignals();
  const t = useText(ticketTexts);
  // A ticket stays on screen even when it leaves every list.
  const [paneState, setPaneState] = useState<PaneState>(() => paneStateOf(uuid));
  if (paneState.uuid !== uuid) setPaneState(paneStateOf(uuid));
  const { ticketId, error, attempt } = paneState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another ticket has another path
  useLayoutEffect(showConversation, [uuid]);

  useEffect(() => {
    if (ticketId !== null) return;
    let isHere = true;
    fetchTicket(uuid).then(
      (ticket) => {
        if (!isHere) return;
        lists.place(ticket);
        setPaneState({ uuid, ticketId: ticket.id, error: null, attempt });
      },
      (cause: unknown) => {
        if (isHere && !redirectIfMissing(cause))
          setPaneState({ uuid, ticketId: null, error: cause, attempt });
      },
    );
    return () => {
      isHere = false;
    };
  }, [uuid, ticketId, attempt]);

  const ticket = ticketId === null ? undefined : tickets.get(ticketId);
  const isGone = ticketId !== null && ticket === undefined;
  useEffect(() => {
    if (!isGone) return;
    toast.info(text(ticketTexts, "page.lost"));
    navigate(listHref());
  }, [isGone]);

  if (error !== null) {
    return (
      <section className="pane pane-empty" aria-label={t("page.ticket")}>
        <ErrorState
          title={t("page.failed")}
          error={error}
          onRetry={() => setPaneState({ ...paneStateOf(uuid), attempt: attempt + 1 })}
        />
      </section>
    );
  }
  if (!ticket) return <PaneSkeleton />;
  return <TicketView ticket={ticket} isNarrow={isNarrow} />;
}

/** The ticket of a URL and its loading state. */
interface PaneState {
  readonly uuid: string;
  readonly ticketId: number | null;
  readonly error: unknown;
  readonly attempt: number;
}

function paneStateOf(uuid: string): PaneState {
  return { uuid, ticketId: knownId(uuid), error: null, attempt: 0 };
}

function knownId(uuid: string): number | null {
  return tickets.all.peek().find((ticket) => ticket.uuid === uuid)?.id ?? null;
}

/** Shows an error for a forbidden or deleted ticket and returns to the list. */
function redirectIfMissing(error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return false;
  toast.error(text(ticketTexts, error.status === 403 ? "page.denied" : "page.notFound"));
  navigate(listHref(), { replace: true });
  return true;
}
