import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useRef, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { textLimit } from "#web/inbox/messages/composer/attachments.ts";
import { Composer } from "#web/inbox/messages/composer/composer.tsx";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { DropArea } from "#web/inbox/messages/composer/drop-area.tsx";
import { type TicketDialog, TicketDialogs } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { isDrawerOpen, toggleDrawer } from "#web/inbox/tickets/drawer/drawer-state.ts";
import { TicketDrawer } from "#web/inbox/tickets/drawer/ticket-drawer.tsx";
import { TagBar } from "#web/inbox/tickets/header/tag-bar.tsx";
import { TicketHeader } from "#web/inbox/tickets/header/ticket-header.tsx";
import { useTicketViewKeys } from "#web/inbox/tickets/keys/use-ticket-view-keys.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser, ticketViewOf } from "#web/inbox/tickets/store.ts";
import { offersTakeOver } from "#web/inbox/tickets/take-over.ts";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { CachedStreams } from "./cached-streams.tsx";
import { ScopeBar } from "./scope-bar.tsx";
import { signsMessages, toggleSignature } from "./signature-toggle.ts";
import { type MenuAnchor, TicketViewOverlays } from "./ticket-view-overlays.tsx";
import { TicketViewSearch } from "./ticket-view-search.tsx";
import { connectionOf, useComposerGate } from "./use-composer-gate.ts";
import { useFocusOnOpening } from "./use-focus-on-opening.ts";
import { useTicketView } from "./use-ticket-view.ts";
import "./ticket-view.css";

const WindowChip = lazy(
  async () => (await import("#web/channels/templates/load.ts")).windowChip(),
  undefined,
  {
    isExtra: true,
  },
);
const WindowBar = lazy(async () => (await import("#web/channels/templates/load.ts")).windowBar(), undefined, {
  isExtra: true,
});
const TakeOverBar = lazy(async () => (await import("./take-over-bar.tsx")).TakeOverBar);
const AiHelp = lazy(async () => (await import("#web/automation/ai-help/load.ts")).aiHelp(), undefined, {
  isExtra: true,
});

export interface TicketViewProps {
  readonly ticket: TicketAnswer;
  readonly isNarrow: boolean;
}

/** The overlays of a conversation. */
interface Overlays {
  readonly ticketId: number;
  readonly dialog: TicketDialog | null;
  readonly menu: MenuAnchor | null;
  readonly isSearching: boolean;
  /** Words the search highlights. */
  readonly words: readonly string[];
}

const NO_WORDS: readonly string[] = [];

function noOverlays(ticketId: number): Overlays {
  return { ticketId, dialog: null, menu: null, isSearching: false, words: NO_WORDS };
}

/** One ticket on screen: head, conversation, composer, and the contact beside them. */
export function TicketView({ ticket, isNarrow }: TicketViewProps) {
  useSignals();
  const t = useText(ticketTexts);
  const view = ticketViewOf(ticket.id);
  const input = useRef<ComposerInputHandle>(null);
  const [over, setOver] = useState(() => noOverlays(ticket.id));
  // Another ticket is shown: overlays of the previous one are closed.
  if (over.ticketId !== ticket.id) setOver(noOverlays(ticket.id));
  const { dialog, menu, isSearching, words } = over;
  const change = useCallback((next: Partial<Overlays>) => setOver((now) => ({ ...now, ...next })), []);
  const setDialog = useCallback((next: TicketDialog | null) => change({ dialog: next }), [change]);
  const setMenu = useCallback((next: MenuAnchor | null) => change({ menu: next }), [change]);
  const gate = useComposerGate(ticket);
  useTicketView(view);
  useFocusOnOpening(ticket.id, gate.reason === null || view.composer.mode.value === "note", input);
  useTicketViewKeys({
    view,
    gate,
    input,
    openDialog: setDialog,
    search: () => change({ isSearching: true }),
  });
  /** The text in the composer for the customer. */
  const written = () => {
    const { mode, editing, text } = view.composer;
    return mode.peek() === "message" && !editing.peek() ? text.peek() : "";
  };
  const scheduling = (body: string): TicketDialog => ({
    kind: "schedule",
    body,
    // Only if the text has not changed meanwhile.
    onTaken: () => {
      if (body !== "" && written() === body) view.composer.setText("");
    },
  });
  const hasDrawer = isDrawerOpen(ticket.id);
  const toggle = useStableCallback(() => toggleDrawer(ticket.id));
  const hasWindow = Boolean(ticket.windowExpiresAt) && ticket.channel === "whatsapp";
  const mayAttach = gate.reason === null && view.composer.mode.value === "message";
  return (
    <section
      className={classNames("pane", hasDrawer && "pane-with-drawer")}
      aria-label={`${t("page.ticket")}: ${ticket.contact.name}`}
    >
      <DropArea className="pane-main" composer={view.composer} isActive={mayAttach}>
        <ErrorBoundary part="ticket-head" resetKey={ticket} raw={ticket.contact.name}>
          <TicketHeader
            ticket={ticket}
            isNarrow={isNarrow}
            onDialog={(next) => setDialog(next.kind === "schedule" ? scheduling(written()) : next)}
            onSearch={() => change({ isSearching: !isSearching, words: NO_WORDS })}
            onDrawer={toggle}
            isDrawerOpen={hasDrawer}
          />
        </ErrorBoundary>
        {isNarrow ? null : (
          <ErrorBoundary part="tag-bar" resetKey={ticket} raw="">
            <TagBar ticket={ticket} />
          </ErrorBoundary>
        )}
        {isSearching ? (
          <TicketViewSearch
            key={`search-${ticket.id}`}
            view={view}
            onWords={(found) => change({ words: found })}
            onClose={() => change({ isSearching: false, words: NO_WORDS })}
          />
        ) : null}
        <ScopeBar view={view} />
        <ErrorBoundary part="conversation" resetKey={ticket.id}>
          <CachedStreams
            view={view}
            words={words}
            canWrite={gate.reason === null}
            onDialog={setDialog}
            onMenu={setMenu}
          />
        </ErrorBoundary>
        <ErrorBoundary part="composer" resetKey={ticket.id}>
          <Composer
            composer={view.composer}
            gate={gate}
            contactName={ticket.contact.name}
            ownerName={ticket.user?.name ?? null}
            connectionName={connectionOf(ticket)?.name ?? ticket.whatsapp.name}
            limit={textLimit(ticket.channel)}
            signs={signsMessages()}
            onSign={toggleSignature}
            onSchedule={session.hasPlan("useSchedules") ? (text) => setDialog(scheduling(text)) : null}
            above={
              // Official numbers alone: outside the network's window only templates are allowed.
              hasWindow && gate.reason === "windowClosed" ? (
                <WindowBar key={ticket.id} ticket={ticket} />
              ) : null
            }
            timeLeft={hasWindow ? <WindowChip key={ticket.id} ticket={ticket} /> : null}
            instead={
              (gate.reason === "takeOver" || gate.reason === "otherOwner") &&
              offersTakeOver(currentUser.value, ticket) ? (
                <TakeOverBar key={ticket.id} ticket={ticket} />
              ) : null
            }
            aside={
              session.hasPlan("useOpenAi") ? <AiHelp ticketId={ticket.id} field={view.composer} /> : null
            }
            inputRef={input}
          />
        </ErrorBoundary>
      </DropArea>
      {hasDrawer ? (
        <ErrorBoundary part="contact-drawer" resetKey={ticket.id}>
          <TicketDrawer view={view} onClose={toggle} />
        </ErrorBoundary>
      ) : null}
      <ErrorBoundary part="overlays" resetKey={menu} raw="">
        <TicketViewOverlays
          view={view}
          menu={menu}
          canWrite={gate.reason === null}
          onDialog={setDialog}
          onMenuClose={() => setMenu(null)}
        />
      </ErrorBoundary>
      <ErrorBoundary part="dialogs" resetKey={dialog} raw="">
        <TicketDialogs ticket={ticket} dialog={dialog} onClose={() => setDialog(null)} />
      </ErrorBoundary>
    </section>
  );
}
