import { signal } from "@preact/signals-react";
import type { TicketCounts } from "#inbox/tickets/contract.ts";
import type { ListFilter } from "./list-filter.ts";

/** Delay of a refresh after the last change, so that a burst of messages causes one request, ms. */
const COUNT_DELAY_MS = 1000;
/** Longest delay while changes continue; ms. */
const COUNT_LONGEST_MS = 5000;

/** The ticket counts on the tabs, fetched again shortly after a change. */
export function createCounts(fetchCounts: () => Promise<TicketCounts>, now: () => number) {
  const counts = signal<TicketCounts | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstChange: number | null = null;
  let loads = 0;
  let isNeeded = true;

  function stopTimer(): void {
    clearTimeout(timer);
    firstChange = null;
  }

  async function refresh(): Promise<void> {
    stopTimer();
    loads += 1;
    const load = loads;
    isNeeded = false;
    try {
      const answer = await fetchCounts();
      if (load === loads) counts.value = answer;
    } catch {
      // The old counts stay; the next change or reconnect fetches them again.
      if (load === loads) isNeeded = counts.value === null;
    }
  }

  return {
    counts,
    refresh,
    /** Loads the counts unless they are loaded or being loaded: from then on events keep them up to date. */
    need(): void {
      if (isNeeded) void refresh();
    },
    /** Call when the session ends: the counts are those of one user. */
    forget(): void {
      stopTimer();
      loads += 1;
      isNeeded = true;
      counts.value = null;
    },
    /** Schedules a refresh after a change. */
    touch(): void {
      firstChange ??= now();
      const left = Math.max(0, COUNT_LONGEST_MS - (now() - firstChange));
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), Math.min(COUNT_DELAY_MS, left));
    },
  };
}

/** The counts of the lists of attended and waiting tickets, for chosen queues or, without any, for all. Queue 0 = without queue. */
export function countsOf(
  counts: TicketCounts | null,
  queues: readonly number[],
): { readonly open: number; readonly pending: number } {
  if (!counts) return { open: 0, pending: 0 };
  if (queues.length === 0) return { open: counts.open, pending: counts.pending };
  let open = 0;
  let pending = 0;
  for (const id of queues) {
    const of = counts.byQueue[String(id)] ?? (id === 0 ? counts.byQueue["null"] : undefined);
    open += of?.open ?? 0;
    pending += of?.pending ?? 0;
  }
  return { open, pending };
}

/**
 * The numbers of the three tabs. The list on screen counts itself: the server's numbers come up to five seconds later,
 * and its number of open tickets is one's own even while the tickets of all attendants are shown. `shown`: tickets of
 * that list; null while it loads.
 */
export function tabCounts(
  counts: TicketCounts | null,
  { view, queues }: Pick<ListFilter, "view" | "queues">,
  shown: number | null,
): { readonly open: number; readonly pending: number; readonly snoozed: number } {
  const { open, pending } = countsOf(counts, queues);
  return {
    snoozed: view === "snoozed" ? (shown ?? counts?.snoozed ?? 0) : (counts?.snoozed ?? 0),
    open: view === "attending" ? (shown ?? open) : open,
    pending: view === "waiting" ? (shown ?? pending) : pending,
  };
}
