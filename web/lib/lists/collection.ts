import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";

export interface Entity {
  readonly id: number;
  readonly updatedAt?: string;
}
export interface CollectionOptions {
  /** Key of an event that carries the whole record: `ticket` in `{ action: "update", ticket }`. */
  readonly record: string;
  /** Key of an event that carries only the id: `ticketId` in `{ action: "delete", ticketId }`. */
  readonly id: string;
}

/**
 * Entities by id, each in its own signal, so that a changed ticket renders one row only. Applying an event twice,
 * late or out of order has no further effect (docs/rules/realtime.md#cursor).
 */
export class Collection<Item extends Entity> {
  readonly #options: CollectionOptions;
  readonly #items = new Map<number, Signal<Item | undefined>>();
  readonly #version = signal(0);
  /** Calls of `replaceBy` whose answer is on its way, each with the changes made since. */
  readonly #replacements = new Set<{ readonly changes: (() => void)[] }>();
  #started = 0;
  /** Number of the latest call whose answer is stored. */
  #stored = 0;
  #isReplacing = false;
  /** All entities, unordered. */
  readonly all: ReadonlySignal<readonly Item[]>;

  constructor(options: CollectionOptions) {
    this.#options = options;
    this.all = computed(() => {
      this.#version.value;
      const known: Item[] = [];
      for (const one of this.#items.values()) if (one.value !== undefined) known.push(one.value);
      return known;
    });
  }

  /** The signal of one entity; it exists before the entity is loaded and after it is removed. */
  signal(id: number): ReadonlySignal<Item | undefined> {
    return this.#slot(id);
  }

  /** The current entity. A component or computed that reads it subscribes to that entity only. */
  get(id: number): Item | undefined {
    return this.#slot(id).value;
  }

  /** The current entity, without subscribing. */
  peek(id: number): Item | undefined {
    return this.#items.get(id)?.peek();
  }

  /** Stores an entity. Returns false when the stored one is newer by `updatedAt`. An equal entity causes no render. */
  upsert(item: Item): boolean {
    this.#note(() => this.upsert(item));
    const slot = this.#slot(item.id);
    const known = slot.peek();
    if (known?.updatedAt && item.updatedAt && item.updatedAt < known.updatedAt) return false;
    if (!isDeepEqual(known, item)) slot.value = item;
    if (known === undefined) this.#version.value += 1;
    return true;
  }

  upsertAll(items: readonly Item[]): void {
    batch(() => {
      for (const item of items) this.upsert(item);
    });
  }

  /** Changes fields of a stored entity; does nothing when it is not stored. */
  patch(id: number, change: Partial<Item>): void {
    this.#note(() => this.patch(id, change));
    const slot = this.#items.get(id);
    const known = slot?.peek();
    if (slot && known) slot.value = { ...known, ...change };
  }

  remove(id: number): void {
    this.#note(() => this.remove(id));
    const slot = this.#items.get(id);
    if (slot?.peek() === undefined) return;
    batch(() => {
      slot.value = undefined;
      this.#version.value += 1;
    });
  }

  /** Removes all entities; answers for `replaceBy` that are on their way are dropped. */
  clear(): void {
    this.#replacements.clear();
    batch(() => {
      for (const slot of this.#items.values()) slot.value = undefined;
      this.#version.value += 1;
    });
  }

  /**
   * Replaces all entities by an answer of the server. Changes made while it is on its way are made again, because the answer may
   * be older. An answer that arrives after that of a later call is dropped. Rejects as `fetchAll`; the entities then stay.
   */
  async replaceBy(fetchAll: () => Promise<readonly Item[]>): Promise<void> {
    this.#started += 1;
    const number = this.#started;
    const replacement = { changes: [] as (() => void)[] };
    this.#replacements.add(replacement);
    try {
      const items = await fetchAll();
      if (!this.#replacements.has(replacement) || number < this.#stored) return;
      this.#stored = number;
      this.#replace(items, replacement.changes);
    } finally {
      this.#replacements.delete(replacement);
    }
  }

  #replace(items: readonly Item[], changes: readonly (() => void)[]): void {
    // Later calls have noted the changes that their answers may lack.
    this.#isReplacing = true;
    const kept = new Set(items.map(({ id }) => id));
    batch(() => {
      for (const id of this.#items.keys()) if (!kept.has(id)) this.remove(id);
      this.upsertAll(items);
      for (const change of changes) change();
      this.#isReplacing = false;
    });
  }

  #note(change: () => void): void {
    if (!this.#isReplacing) for (const { changes } of this.#replacements) changes.push(change);
  }

  /**
   * Applies an event of the channel: create and update store the record, delete removes it, delete-all removes all.
   * Other actions are ignored. Returns the id of the record.
   */
  apply(event: EventData): number | null {
    if (event.action === "delete-all") {
      this.clear();
      return null;
    }
    const id = event[this.#options.id];
    if (event.action === "delete" && typeof id === "number") {
      this.remove(id);
      return id;
    }
    const record = event[this.#options.record] as Item | undefined;
    if ((event.action === "create" || event.action === "update") && typeof record?.id === "number") {
      this.upsert(record);
      return record.id;
    }
    return null;
  }

  #slot(id: number): Signal<Item | undefined> {
    const known = this.#items.get(id);
    if (known) return known;
    const slot = signal<Item | undefined>(undefined);
    this.#items.set(id, slot);
    return slot;
  }
}
