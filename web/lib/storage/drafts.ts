import { type ReadonlySignal, signal } from "@preact/signals-react";
import { indexedDrafts } from "./drafts-store.ts";

/** An unsent text; it persists after a reload, a logout and 'accessed elsewhere'. */
export interface Draft {
  readonly text: string;
  /** The quoted message. */
  readonly quotedId?: number;
  /** ms since 1970. */
  readonly at: number;
}
/** Storage of drafts; the browser's IndexedDB, or a map in tests. */
export interface DraftStore {
  load(person: string): Promise<ReadonlyMap<string, Draft>>;
  put(person: string, key: string, draft: Draft): Promise<void>;
  remove(person: string, key: string): Promise<void>;
}

/** Drafts of the signed-in user by key (`ticket:12`, `note:12`), stored separately for each user. */
export class Drafts {
  readonly #store: DraftStore;
  readonly #all = signal<ReadonlyMap<string, Draft>>(new Map());
  #person: string | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** All drafts; lists read it to show "Rascunho". */
  readonly all: ReadonlySignal<ReadonlyMap<string, Draft>> = this.#all;

  constructor(store: DraftStore) {
    this.#store = store;
  }

  /** Loads a user's drafts. Until then `get` returns nothing; text written meanwhile replaces the stored one. */
  async open(person: string): Promise<void> {
    if (this.#person !== person) this.#all.value = new Map();
    this.#person = person;
    const stored = await this.#store.load(person).catch(() => new Map<string, Draft>());
    if (this.#person === person) this.#all.value = new Map([...stored, ...this.#all.peek()]);
  }

  /** Unloads the drafts; they remain in the storage. */
  close(): void {
    this.#person = null;
    this.#all.value = new Map();
  }

  get(key: string): Draft | undefined {
    return this.#all.value.get(key);
  }

  peek(key: string): Draft | undefined {
    return this.#all.peek().get(key);
  }

  /** Stores a text; blank text removes the draft. */
  set(key: string, text: string, quotedId?: number): void {
    if (text.trim() === "") {
      this.remove(key);
      return;
    }
    const draft = { text, at: Date.now(), ...(quotedId === undefined ? {} : { quotedId }) };
    this.#all.value = new Map(this.#all.peek()).set(key, draft);
    this.#write((person) => this.#store.put(person, key, draft));
  }

  remove(key: string): void {
    if (!this.#all.peek().has(key)) return;
    const rest = new Map(this.#all.peek());
    rest.delete(key);
    this.#all.value = rest;
    this.#write((person) => this.#store.remove(person, key));
  }

  /** Waits until all drafts are stored. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Writes one after another; without browser storage the drafts exist until the page is closed. */
  #write(work: (person: string) => Promise<void>): void {
    const person = this.#person;
    if (person === null) return;
    this.#last = this.#last.then(() => work(person)).catch(() => undefined);
  }
}

/** The drafts of the page. */
export const drafts = new Drafts(indexedDrafts());
