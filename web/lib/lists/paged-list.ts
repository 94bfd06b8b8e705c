import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { isAborted } from "#web/lib/api/api-error.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";
import type { Collection, Entity } from "./collection.ts";

/** Delay of search and list requests after the last change, ms (docs/rules/forms.md#pages). */
export const SEARCH_DELAY_MS = 500;
/** Distance from the bottom at which the next page is loaded, pixels (docs/rules/forms.md#pages). */
export const NEAR_BOTTOM_PX = 100;

/** A list is filled by at most this many pages. */
const MOST_FILLED = 25;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Number of matching rows on all pages. */
  readonly count?: number;
}
export interface PageRequest {
  /** Page number, from 1. */
  readonly pageNumber: number;
  readonly searchParam: string;
  readonly signal: AbortSignal;
}
export interface PagedListOptions<Item extends Entity> {
  readonly fetchPage: (request: PageRequest) => Promise<Page<Item>>;
  /** Store of the entities; lists that share it show the same state. */
  readonly collection: Collection<Item>;
  /** Order of rows that arrive by event; without it they are inserted at the top. */
  readonly compare?: (a: Item, b: Item) => number;
  /** Short pages are continued until the list has this many rows: the server read many rows and found few matches. */
  readonly fillTo?: number;
  /** Rows that are hidden while their deletion can be undone. */
  readonly isHidden?: (id: number) => boolean;
}
/** `idle` before the first load, `loading` without rows to show yet, `error` when the first load failed. */
export type ListState = "idle" | "loading" | "ready" | "error";

/** A list that is loaded page by page: search, next page, state, and rows added and removed by events. */
export class PagedList<Item extends Entity> {
  readonly #options: PagedListOptions<Item>;
  readonly #ids = signal<readonly number[]>([]);
  readonly #state = signal<ListState>("idle");
  readonly #hasMore = signal(false);
  readonly #count = signal(0);
  readonly #loadingMore = signal(false);
  readonly #search = signal("");
  readonly #error = signal<unknown>(null);
  readonly #hidden = computed(() => this.#ids.value.filter((id) => this.#options.isHidden?.(id)).length);
  #pageNumber = 0;
  /** The count of the latest page; `#count` also has the changes since. */
  #told = 0;
  #request: AbortController | null = null;
  /** Rows that left while a page was loading: its response may be older. */
  readonly #gone = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly ids: ReadonlySignal<readonly number[]> = this.#ids;
  readonly state: ReadonlySignal<ListState> = this.#state;
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore;
  readonly count: ReadonlySignal<number> = computed(() => this.#count.value - this.#hidden.value);
  readonly loadingMore: ReadonlySignal<boolean> = this.#loadingMore;
  /** The typed text; its request is sent half a second later. */
  readonly search: ReadonlySignal<string> = this.#search;
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** The rows in order; rows whose entity was removed are omitted. */
  readonly items: ReadonlySignal<readonly Item[]>;

  constructor(options: PagedListOptions<Item>) {
    this.#options = options;
    this.items = computed(() => {
      const rows: Item[] = [];
      for (const id of this.#ids.value) {
        const item = options.isHidden?.(id) ? undefined : options.collection.get(id);
        if (item) rows.push(item);
      }
      return rows;
    });
  }

  /** Loads the first page again. The rows remain on screen until the response arrives. */
  reload(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#load(1);
  }

  /**
   * Loads every loaded page again. Rows stay on screen until all of them are read, so that a row whose page is read
   * later does not lose the focus or its selection.
   */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#load(1, this.#pageNumber);
  }

  /** Loads the first page unless the list already has one. */
  open(): Promise<void> {
    return this.#state.peek() === "idle" ? this.reload() : Promise.resolve();
  }

  /** Loads the next page if there is one and no request is running. */
  loadMore(): Promise<void> {
    if (!this.#hasMore.peek() || this.#request) return Promise.resolve();
    return this.#load(this.#pageNumber + 1);
  }

  /** Call on scroll: loads the next page within 100 px of the bottom. */
  scrolled(box: {
    readonly scrollTop: number;
    readonly clientHeight: number;
    readonly scrollHeight: number;
  }): void {
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_BOTTOM_PX) void this.loadMore();
  }

  /** Changes the search text; the request is sent 500 ms after the last letter. */
  setSearch(text: string): void {
    this.#search.value = text;
    this.#later();
  }

  /** To be called after a filter of the caller changed: loads again after the same delay as typing. */
  refilter(): void {
    this.#later();
  }

  /** Inserts a row at its position: by `compare`, else at the top. An existing row is moved. */
  place(item: Item): void {
    this.#gone.delete(item.id);
    batch(() => {
      this.#options.collection.upsert(item);
      const rest = this.#ids.peek().filter((id) => id !== item.id);
      if (rest.length === this.#ids.peek().length) this.#count.value += 1;
      const { compare, collection } = this.#options;
      const at = compare
        ? rest.findIndex((id) => {
            const other = collection.peek(id);
            return other !== undefined && compare(item, other) < 0;
          })
        : 0;
      const next = at < 0 ? [...rest, item.id] : rest.toSpliced(at, 0, item.id);
      if (!isDeepEqual(this.#ids.peek(), next)) this.#ids.value = next;
    });
  }

  /** Removes a row from this list; its entity remains in the collection. */
  drop(id: number): void {
    if (this.#request) this.#gone.add(id);
    const rest = this.#ids.peek().filter((other) => other !== id);
    if (rest.length === this.#ids.peek().length) return;
    batch(() => {
      this.#ids.value = rest;
      this.#count.value = Math.max(0, this.#count.peek() - 1);
    });
    if (!this.#request && rest.length < (this.#options.fillTo ?? 0)) void this.loadMore();
  }

  has(id: number): boolean {
    return this.#ids.peek().includes(id);
  }

  /** Aborts the running request and removes the rows. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
    this.#pageNumber = 0;
    batch(() => {
      this.#ids.value = [];
      this.#state.value = "idle";
      this.#hasMore.value = false;
      this.#count.value = 0;
      this.#loadingMore.value = false;
    });
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), SEARCH_DELAY_MS);
  }

  async #load(pageNumber: number, lastPage = pageNumber): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#gone.clear();
    batch(() => {
      this.#loadingMore.value = pageNumber > 1;
      if (pageNumber === 1 && this.#state.peek() !== "ready") this.#state.value = "loading";
    });
    try {
      const searchParam = this.#search.peek().trim();
      const read: number[] = [];
      for (let number = pageNumber, isLast = false; !isLast; number += 1) {
        const page = await this.#options.fetchPage({
          pageNumber: number,
          searchParam,
          signal: request.signal,
        });
        if (this.#request !== request) return;
        isLast = number >= lastPage || !page.hasMore;
        const known = this.#ids.peek();
        read.push(...page.items.map(({ id }) => id));
        const ids = pageNumber > 1 ? [...known, ...read] : isLast ? read : [...read, ...known];
        if (isLast) this.#pageNumber = number;
        this.#take(number, page, ids);
      }
    } catch (error) {
      if (this.#request === request && !isAborted(error)) this.#fail(pageNumber, error);
    } finally {
      if (this.#request === request) {
        this.#request = null;
        this.#loadingMore.value = false;
        this.#fill();
      }
    }
  }

  #fill(): void {
    const isShort = this.#ids.peek().length < (this.#options.fillTo ?? 0);
    if (isShort && this.#pageNumber < MOST_FILLED && this.#error.peek() === null) void this.loadMore();
  }

  /** `ids`: the rows of the list from now on, those of the page included. */
  #take(pageNumber: number, page: Page<Item>, ids: readonly number[]): void {
    const items = page.items.filter(({ id }) => !this.#gone.has(id));
    batch(() => {
      this.#options.collection.upsertAll(items);
      this.#ids.value = [...new Set(ids)].filter((id) => !this.#gone.has(id));
      this.#hasMore.value = page.hasMore;
      this.#takeCount(pageNumber, page, page.items.length - items.length);
      this.#state.value = "ready";
      this.#error.value = null;
    });
  }

  /** A later page may have the count of the first one again, which lacks the changes since; after the last page all rows are known. */
  #takeCount(pageNumber: number, { count, hasMore }: Page<Item>, gone: number): void {
    if (count === undefined || (pageNumber > 1 && !hasMore)) this.#count.value = this.#ids.peek().length;
    else if (pageNumber === 1 || count !== this.#told) this.#count.value = count - gone;
    this.#told = count ?? 0;
  }

  #fail(pageNumber: number, error: unknown): void {
    batch(() => {
      this.#error.value = error;
      if (pageNumber === 1) this.#state.value = "error";
    });
  }
}
