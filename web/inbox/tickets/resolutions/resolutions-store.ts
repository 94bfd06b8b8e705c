import { computed, signal } from "@preact/signals-react";
import type { ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

const items = new Collection<ResolutionAnswer>({ record: "record", id: "id" });
const loaded = signal<Promise<void> | null>(null);

async function load(): Promise<void> {
  const { resolutions } = await api.get<{ resolutions: readonly ResolutionAnswer[] }>("/resolutions");
  items.clear();
  items.upsertAll(resolutions);
}
function need(): Promise<void> {
  loaded.value ??= load().catch(() => {
    loaded.value = null;
  });
  return loaded.peek() ?? Promise.resolve();
}
function again(): void {
  if (!loaded.peek()) return;
  loaded.value = null;
  void need();
}
socket.on("resolution", (event) => {
  items.apply(event);
});
socket.onResync(again);

const all = computed(() => items.all.value.toSorted((a, b) => a.position - b.position || a.id - b.id));

/** The resolutions of the company: loaded once, then updated by their events. */
export const resolutionList = {
  /** Loads the list unless it is loaded; after a failure it stays empty and the next call tries again. */
  need,
  reload: again,
  /** In their order, inactive ones included. */
  all: (): readonly ResolutionAnswer[] => all.value,
  /** Those that a ticket of this queue offers. */
  offered: (queueId: number | null): readonly ResolutionAnswer[] =>
    all.value.filter(
      ({ active, queueIds }) =>
        active && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))),
    ),
  put: (one: ResolutionAnswer) => void items.upsert(one),
  remove: (id: number) => items.remove(id),
  /** Call when another user signs in: empties the list. */
  forget(): void {
    loaded.value = null;
    items.clear();
  },
};
