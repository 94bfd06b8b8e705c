import { useSignals } from "@preact/signals-react/runtime";
import Pin from "lucide-react/icons/pin";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useRowKeys } from "#web/inbox/tickets/keys/use-row-keys.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser, lists, pinnedRows, shownRows } from "#web/inbox/tickets/store.ts";
import { useShownUuid } from "#web/inbox/tickets/use-shown-uuid.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { useBuffer, VirtualRow } from "#web/ui/table/virtual-row.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { isBlankSearch, type ListFilter, writeFilter } from "./list-filter.ts";
import { TicketListSkeleton } from "./ticket-list-skeleton.tsx";
import { RawTicketRow, TicketRow } from "./ticket-row.tsx";
import "./ticket-list.css";

const TicketListEmpty = lazy(async () => (await import("./ticket-list-empty.tsx")).loadTicketListEmpty());

/** Estimated height of a row, so that no more rows are rendered than fit before they are measured. */
const ROW_PX = 93;
/** Height of the rows rendered above and below the visible part of the list, pixels. */
const BUFFER_PX = 300;

interface TicketListProps {
  readonly filter: ListFilter;
  readonly onSpy: ((ticket: TicketAnswer) => void) | null;
  readonly onNew: () => void;
}

/**
 * Number of rows rendered together with the list. Without it all rows would be rendered after the measurement, in one
 * blocking step.
 */
const firstRows = () => Math.ceil(globalThis.innerHeight / ROW_PX);

const NO_TICKETS: readonly TicketAnswer[] = [];

/**
 * Shows that a pressed waiting ticket must be accepted first. A stable function, so that rows are not rendered again.
 */
function mustAccept(): void {
  // The focus stays on the row: on its button, the first Space of a typed sentence would accept the ticket.
  toast.info(text(ticketTexts, "row.mustAccept"));
}

/** The list on screen: virtual, with arrow-key navigation; the next page loads near its end. */
export function TicketList({ filter, onSpy, onNew }: TicketListProps) {
  useSignals();
  const shownUuid = useShownUuid();
  const t = useText(ticketTexts);
  const view = useRef<VListHandle>(null);
  const list = lists.current.value;
  const key = writeFilter(filter);
  const known = list ? shownRows.value : NO_TICKETS;
  const pinned = pinnedRows.value.length;
  // The first rows of a visit are rendered in batches, between which the browser responds; later changes at once.
  const late = useDeferredValue(known);
  const items = late.length === 0 ? late : known;
  const keys = useRowKeys(items, view, list);
  const [mounted, setMounted] = useState("");
  const state = list?.state.value ?? "idle";
  const ready = items.length > 0;
  const buffer = useBuffer(BUFFER_PX, ready);

  // Restores the scroll offset that this list had before.
  useEffect(() => {
    if (!ready || mounted === key) return;
    setMounted(key);
    view.current?.scrollTo(rememberedOffset(key));
  }, [ready, key, mounted]);

  // A blank search has no list; any other list is chosen right after the first render.
  if (!list && !(filter.view === "search" && isBlankSearch(filter))) return <TicketListSkeleton />;
  if (list && known.length === 0 && state === "ready" && list.hasMore.value) return <TicketListSkeleton />;
  if (!list || (known.length === 0 && state === "ready"))
    return <TicketListEmpty filter={filter} onNew={onNew} />;
  if (known.length === 0 && state === "error")
    return <ErrorState error={list.error.value} onRetry={() => void list.reload()} />;
  if (items.length === 0) return <TicketListSkeleton />;
  const ownId = currentUser.value.id;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys of the rows inside
    <div className="list" onFocus={keys.onFocus} onKeyDown={keys.onKeyDown}>
      <VList
        ref={view}
        key={key}
        data={items as TicketAnswer[]}
        className="list-view"
        role="list"
        aria-label={t("page.list")}
        bufferSize={buffer}
        item={VirtualRow}
        itemSize={ROW_PX}
        ssrCount={firstRows()}
        keepMounted={keys.currentIndex >= 0 ? [keys.currentIndex] : []}
        aria-busy={list.loadingMore.value}
        onScroll={(offset) => {
          const box = view.current;
          if (!box) return;
          rememberOffset(key, offset);
          list.scrolled({ scrollTop: offset, clientHeight: box.viewportSize, scrollHeight: box.scrollSize });
        }}
      >
        {(ticket, index) => (
          <ErrorBoundary
            key={ticket.id}
            part="ticket-row"
            resetKey={ticket}
            fallback={<RawTicketRow ticket={ticket} isShown={ticket.uuid === shownUuid} />}
          >
            <RowGroup index={index} pinned={pinned} />
            <TicketRow
              ticket={ticket}
              isShown={ticket.uuid === shownUuid}
              isCurrent={index === Math.max(0, keys.currentIndex)}
              ownId={ownId}
              onSpy={onSpy}
              onMustAccept={mustAccept}
            />
          </ErrorBoundary>
        )}
      </VList>
      {list.loadingMore.value ? <p className="list-more">{t("list.loadingMore")}</p> : null}
    </div>
  );
}

/** The heading above the first pinned row and above the first of the others. */
function RowGroup({ index, pinned }: { readonly index: number; readonly pinned: number }) {
  const t = useText(ticketTexts);
  if (pinned === 0 || (index !== 0 && index !== pinned)) return null;
  return (
    <p className="list-group">
      {index === 0 ? <Pin aria-hidden="true" /> : null}
      {t(index === 0 ? "list.pinned" : "list.others")}
    </p>
  );
}

/** Scroll offset of each list, pixels; kept until the page is reloaded. */
const offsets = new Map<string, number>();

function rememberOffset(key: string, offset: number): void {
  offsets.set(key, offset);
}

function rememberedOffset(key: string): number {
  return offsets.get(key) ?? 0;
}
