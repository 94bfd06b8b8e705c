import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Collection, type Entity } from "./collection.ts";

interface Options<Item> {
  readonly path: string;
  /** Key of the list in the answer. */
  readonly name: string;
  readonly channel: string;
  /** The order; default: by position. */
  readonly compare?: (a: Item, b: Item) => number;
  /** Loaded with the list, such as texts. */
  readonly beside?: () => Promise<unknown>;
}

/** A short list of definitions in their order: loaded once, updated by its events, empty after another user signs in. */
export class DefinitionList<Item extends Entity & { readonly position?: number }> {
  readonly #items = new Collection<Item>({ record: "record", id: "id" });
  readonly #options: Options<Item>;
  #loading: Promise<void> | null = null;
  readonly #state = signal<"loading" | "ready" | "failed">("loading");
  /** `ready` after the list was loaded; before, an empty list is not known to be empty. */
  readonly state: ReadonlySignal<"loading" | "ready" | "failed"> = this.#state;
  /** In their order, inactive ones included. */
  readonly all: ReadonlySignal<readonly Item[]>;

  constructor(options: Options<Item>) {
    this.#options = options;
    const byPosition = (a: Item, b: Item) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id;
    this.all = computed(() => this.#items.all.value.toSorted(options.compare ?? byPosition));
    socket.on(options.channel, (event) => {
      this.#items.apply(event);
    });
    socket.onResync(() => this.reload());
    const user = signal(session.user.peek()?.id);
    effect(() => {
      const id = session.user.value?.id;
      if (id !== user.peek()) this.forget();
      user.value = id;
    });
  }

  /** Loads the list unless it is loaded; after a failure it stays empty and the next call tries again. */
  need(): Promise<void> {
    if (this.#loading) return this.#loading;
    this.#state.value = "loading";
    this.#loading = this.#load().then(
      () => {
        this.#state.value = "ready";
      },
      () => {
        this.#loading = null;
        this.#state.value = "failed";
      },
    );
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { path, name, beside } = this.#options;
    const fetchAll = async () => (await api.get<Record<string, readonly Item[]>>(path))[name] ?? [];
    await Promise.all([this.#items.replaceBy(fetchAll), beside?.()]);
  }

  /** Loads the list again if it was loaded. */
  reload(): void {
    if (!this.#loading) return;
    this.#loading = null;
    void this.need();
  }

  get(id: number): Item | undefined {
    return this.#items.get(id);
  }
  put(item: Item): void {
    this.#items.upsert(item);
  }
  remove(id: number): void {
    this.#items.remove(id);
  }
  forget(): void {
    this.#loading = null;
    this.#items.clear();
  }
}
