import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useRef, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { DropArea } from "#web/inbox/messages/composer/drop-area.tsx";
import { searchMessages } from "#web/inbox/messages/messages-api.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import type { TicketPage } from "#web/inbox/tickets/actions/ticket-action.ts";
import { type TicketDialog, TicketDialogs } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { isDrawerOpen, toggleDrawer } from "#web/inbox/tickets/drawer/drawer-state.ts";
import { TicketDrawer } from "#web/inbox/tickets/drawer/ticket-drawer.tsx";
import { TagBar } from "#web/inbox/tickets/header/tag-bar.tsx";
import { TicketHeader } from "#web/inbox/tickets/header/ticket-header.tsx";
import { useTicketViewKeys } from "#web/inbox/tickets/keys/use-ticket-view-keys.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ticketViewOf } from "#web/inbox/tickets/store.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { CachedStreams } from "./cached-streams.tsx";
import { useFocusOnOpening } from "./focus-composer.ts";
import { hasOtherConnections } from "./other-connections.ts";
import { TicketComposer } from "./ticket-composer.tsx";
import type { TicketViewModel } from "./ticket-view-model.ts";
import { type MenuAnchor, TicketViewOverlays } from "./ticket-view-overlays.tsx";
import { useComposerGate } from "./use-composer-gate.ts";
import { useTicketView } from "./use-ticket-view.ts";
import "./ticket-view.css";

const ScopeBar = lazy(async () => (await import("./scope-bar.tsx")).ScopeBar, undefined, { isExtra: true });
const StreamSearch = lazyLayer(
  async () => (await import("#web/inbox/messages/stream/stream-search.tsx")).StreamSearch,
);

export interface TicketViewProps {
  readonly ticket: TicketAnswer;
  readonly isNarrow: boolean;
}

/** One ticket on screen: header, conversation, composer, and the contact beside them. */
export function TicketView({ ticket, isNarrow }: TicketViewProps) {
  useSignals();
  const t = useText(ticketTexts);
  const view = ticketViewOf(ticket.id);
  const input = useRef<ComposerInputHandle>(null);
  const [{ dialog, menu, isSearching, words }, change] = useOverlays(ticket.id);
  const setDialog = useCallback((next: TicketDialog | null) => change({ dialog: next }), [change]);
  const setMenu = useCallback((next: MenuAnchor | null) => change({ menu: next }), [change]);
  const gate = useComposerGate(ticket);
  useTicketView(view);
  useFocusOnOpening(ticket.id, gate.reason === null || view.composer.mode.value === "note", input);
  const hasDrawer = isDrawerOpen(ticket.id);
  const page: TicketPage = {
    isNarrow,
    isDrawerOpen: hasDrawer,
    openDialog: (next) => setDialog(next.kind === "schedule" ? scheduling(view, writtenText(view)) : next),
    toggleSearch: () => change({ isSearching: !isSearching, words: NO_WORDS }),
    toggleDrawer: useStableCallback(() => toggleDrawer(ticket.id)),
  };
  useTicketViewKeys({ view, gate, input, page, search: () => change({ isSearching: true }) });
  const mayAttach = gate.reason === null && view.composer.mode.value === "message";
  return (
    <section
      className={classNames("pane", hasDrawer && "pane-with-drawer")}
      aria-label={`${t("page.ticket")}: ${ticket.contact.name}`}
    >
      <DropArea className="pane-main" composer={view.composer} isActive={mayAttach}>
        <ErrorBoundary part="ticket-head" resetKey={ticket} raw={ticket.contact.name}>
          <TicketHeader ticket={ticket} page={page} />
        </ErrorBoundary>
        {isNarrow ? null : (
          <ErrorBoundary part="tag-bar" resetKey={ticket} raw="">
            <TagBar ticket={ticket} onParticipants={() => setDialog({ kind: "participants" })} />
          </ErrorBoundary>
        )}
        {isSearching ? (
          <StreamSearch
            key={`search-${ticket.id}`}
            find={(text, signal) => searchMessages(text, ticket.id, signal)}
            onGo={(messageId) => requestJump(ticket.id, messageId)}
            onWords={(found) => change({ words: found })}
            onClose={() => change({ isSearching: false, words: NO_WORDS })}
          />
        ) : null}
        {isNarrow || !hasOtherConnections(view) ? null : <ScopeBar view={view} />}
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
          <TicketComposer
            ticket={ticket}
            view={view}
            gate={gate}
            input={input}
            onForward={(messages) => setDialog({ kind: "forward", messages })}
            onSchedule={(text) => setDialog(scheduling(view, text))}
          />
        </ErrorBoundary>
      </DropArea>
      {hasDrawer ? (
        <ErrorBoundary part="contact-drawer" resetKey={ticket.id}>
          <TicketDrawer view={view} onClose={page.toggleDrawer} />
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

/** The overlays of a conversation. */
interface Overlays {
  readonly ticketId: number;
  readonly dialog: TicketDialog | null;
  readonly menu: MenuAnchor | null;
  readonly isSearching: boolean;
  /** Search words, highlighted in the messages. */
  readonly words: readonly string[];
}

const NO_WORDS: readonly string[] = [];

/** The open overlays of a ticket; when another ticket is shown, those of the previous one are closed. */
function useOverlays(ticketId: number) {
  const closed: Overlays = { ticketId, dialog: null, menu: null, isSearching: false, words: NO_WORDS };
  const [over, setOver] = useState(closed);
  if (over.ticketId !== ticketId) setOver(closed);
  const change = useCallback((next: Partial<Overlays>) => setOver((now) => ({ ...now, ...next })), []);
  return [over, change] as const;
}

/** The text of the message being written; "" for a note or an edit. */
function writtenText({ composer: { mode, editing, text } }: TicketViewModel): string {
  return mode.peek() === "message" && !editing.peek() ? text.peek() : "";
}

/** Opens the dialog that schedules `body`; the composer is cleared afterwards. */
const scheduling = (view: TicketViewModel, body: string): TicketDialog => ({
  kind: "schedule",
  body,
  // The composer is cleared only if its text has not changed meanwhile.
  onTaken: () => {
    if (body !== "" && writtenText(view) === body) view.composer.setText("");
  },
});
