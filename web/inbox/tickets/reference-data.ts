import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import type { TagRef } from "#people/tags/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { Collection, type Entity } from "#web/lib/lists/collection.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

/** A short list for pickers; loaded once, then updated by its events. */
export interface ReferenceList<Item extends Entity> {
  /** Ordered by name. */
  readonly all: ReadonlySignal<readonly Item[]>;
  readonly get: (id: number) => Item | undefined;
  /** Loads the list unless it is loaded; after a failure it stays empty and the next call tries again. */
  readonly need: () => Promise<void>;
  /** Call when another user signs in: empties the list. */
  readonly forget: () => void;
}
interface ReferenceListOptions {
  readonly path: string;
  readonly channel: string;
  readonly id: string;
}

function referenceList<Item extends Entity & { readonly name: string }>({
  path,
  channel,
  id,
}: ReferenceListOptions): ReferenceList<Item> {
  const items = new Collection<Item>({ record: channel, id });
  const loaded = signal<Promise<void> | null>(null);
  const read = () => items.replaceBy(() => api.get(path));
  const again = () => {
    if (!loaded.peek()) return;
    loaded.value = null;
    void need();
  };
  function need(): Promise<void> {
    loaded.value ??= read().catch(() => {
      loaded.value = null;
    });
    return loaded.peek() ?? Promise.resolve();
  }
  socket.on(channel, (event) => {
    const known = items.peek(Number(event[id] ?? (event[channel] as Item | undefined)?.id));
    const record = event[channel] as Item | undefined;
    // Events may have fewer fields than the list (docs/rules/connections.md#secrets): the others stay.
    if (known && record) items.patch(known.id, record);
    else items.apply(event);
    if (event.action === "reload") again();
  });
  socket.onResync(again);
  return {
    all: computed(() => items.all.value.toSorted((a, b) => a.name.localeCompare(b.name))),
    get: (wanted) => items.get(wanted),
    need,
    forget: () => {
      loaded.value = null;
      items.clear();
    },
  };
}

export const queues = referenceList<QueueAnswer>({ path: "/queue", channel: "queue", id: "id" });
export const tags = referenceList<TagRef>({ path: "/tags/list", channel: "tag", id: "id" });
export const colleagues = referenceList<ColleagueAnswer>({
  path: "/users/list",
  channel: "user",
  id: "userId",
});
