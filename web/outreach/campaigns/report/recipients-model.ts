import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { RecipientAnswer, RecipientState } from "#outreach/campaigns/report/contract.ts";
import { isAborted } from "#web/lib/api/api-error.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";

/** Rows per page of the server's response. */
export const PAGE_ROWS = 20;

export interface RecipientsRequest {
  readonly pageNumber: number;
  readonly searchParam: string;
  readonly state: RecipientState | "";
}
export interface RecipientsPage {
  readonly records: readonly RecipientAnswer[];
  readonly count: number;
}
type Fetch = (request: RecipientsRequest, signal: AbortSignal) => Promise<RecipientsPage>;

/**
 * The recipients of a campaign as a virtual list: only pages with visible rows are loaded, in any order, and reloaded
 * when the campaign changes.
 */
export class RecipientsModel {
  readonly #fetch: Fetch;
  readonly #pages = new Map<number, Signal<readonly RecipientAnswer[] | null>>();
  /** Number of visible rows by page. */
  readonly #visible = new Map<number, number>();
  readonly #loading = new Set<number>();
  readonly #count = signal<number | null>(null);
  readonly #filter = signal<RecipientState | "">("");
  readonly #search = signal("");
  readonly #failed = signal(false);
  #requests = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Number of matching recipients; null before the first response. */
  readonly count: ReadonlySignal<number | null> = this.#count;
  readonly filter: ReadonlySignal<RecipientState | ""> = this.#filter;
  /** Search text as typed. */
  readonly search: ReadonlySignal<string> = this.#search;
  readonly failed: ReadonlySignal<boolean> = this.#failed;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Loads the first page. */
  open(): void {
    void this.#load(1);
  }

  /**
   * The recipient at an index of the list; null while its page is loading. Reading it in a component subscribes the
   * component.
   */
  at(index: number): RecipientAnswer | null {
    return this.#page(pageOf(index)).value?.[index % PAGE_ROWS] ?? null;
  }

  /** Registers a row as visible; returns the function to call when it is hidden. */
  see(index: number): () => void {
    const page = pageOf(index);
    this.#visible.set(page, (this.#visible.get(page) ?? 0) + 1);
    if (this.#page(page).peek() === null) void this.#load(page);
    return () => {
      const left = (this.#visible.get(page) ?? 1) - 1;
      if (left > 0) this.#visible.set(page, left);
      else this.#visible.delete(page);
    };
  }

  /** Shows the recipients of one state; "" = all. */
  filterBy(state: RecipientState | ""): void {
    if (state === this.#filter.peek()) return;
    this.#filter.value = state;
    this.#reset();
  }

  /** Changes the search text; the list is reloaded 500 ms after the last change. */
  setSearch(text: string): void {
    this.#search.value = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reset(), SEARCH_DELAY_MS);
  }

  /** Reloads the visible pages after a change; other pages are reloaded when they become visible. */
  refresh(): void {
    const seen = new Set(this.#visible.size > 0 ? this.#visible.keys() : [1]);
    for (const page of this.#pages.keys()) if (!seen.has(page)) this.#pages.delete(page);
    for (const page of seen) void this.#load(page);
  }

  /** Cancels running requests and timers. */
  close(): void {
    clearTimeout(this.#timer);
    this.#requests.abort();
  }

  /** Discards all pages and loads the first one, because the filter changed. */
  #reset(): void {
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#loading.clear();
    this.#visible.clear();
    this.#pages.clear();
    this.#count.value = null;
    void this.#load(1);
  }

  async #load(pageNumber: number): Promise<void> {
    if (this.#loading.has(pageNumber)) return;
    this.#loading.add(pageNumber);
    const { signal: called } = this.#requests;
    const [searchParam, state] = [this.#search.peek().trim(), this.#filter.peek()];
    try {
      const page = await this.#fetch({ pageNumber, searchParam, state }, called);
      if (called.aborted) return;
      batch(() => {
        this.#page(pageNumber).value = page.records;
        this.#count.value = page.count;
        this.#failed.value = false;
      });
    } catch (error) {
      if (!called.aborted && !isAborted(error)) this.#failed.value = true;
    } finally {
      if (!called.aborted) this.#loading.delete(pageNumber);
    }
  }

  #page(number: number): Signal<readonly RecipientAnswer[] | null> {
    const known = this.#pages.get(number);
    if (known) return known;
    const page = signal<readonly RecipientAnswer[] | null>(null);
    this.#pages.set(number, page);
    return page;
  }
}

/** Pages count from 1, rows from 0. */
const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;
