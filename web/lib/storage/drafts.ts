import { type ReadonlySignal, signal } from "@preact/signals-react";
import { indexedDrafts } from "./drafts-store.ts";

/** An unsent text; it persists after a reload, a logout and 'accessed elsewhere'. */
export interface Draft {
  readonly text: string;
  /** The quoted message. */
  readonly quotedId?: number;
  /** ms since 1970. */
  readonly at: number;
  /** Version of the server's text that this one follows (docs/rules/drafts.md#saving); absent: none is known. */
  readonly version?: number;
  /** The server has exactly this text. */
  readonly isStored?: boolean;
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
  readonly #isLoaded = signal(false);
  /** Texts being typed: the box has letters that are not here yet. */
  readonly #held = new Set<string>();
  readonly #watchers = new Set<(key: string) => void>();
  #person: string | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** True once the user's drafts are loaded. */
  readonly isLoaded: ReadonlySignal<boolean> = this.#isLoaded;
  /** All drafts; lists read it to show "Rascunho". */
  readonly all: ReadonlySignal<ReadonlyMap<string, Draft>> = this.#all;

  constructor(store: DraftStore) {
    this.#store = store;
  }

  /** Loads a user's drafts. Until then `get` returns nothing; text written meanwhile follows the stored one. */
  async open(person: string): Promise<void> {
    if (this.#person !== person) this.close();
    this.#person = person;
    const stored = await this.#store.load(person).catch(() => new Map<string, Draft>());
    if (this.#person !== person) return;
    const early = this.#all.peek();
    this.#all.value = new Map([...stored, ...early]);
    for (const [key, draft] of early) {
      const before = stored.get(key);
      if (!before || before.text === draft.text) continue;
      const { isStored, ...kept } = before;
      this.put(key, { ...kept, ...draft, text: before.text + draft.text });
      this.#changed(key);
    }
    this.#isLoaded.value = true;
  }

  /** Unloads the drafts; they remain in the storage. */
  close(): void {
    this.#person = null;
    this.#isLoaded.value = false;
    this.#held.clear();
    this.#all.value = new Map();
  }

  get(key: string): Draft | undefined {
    return this.#all.value.get(key);
  }

  peek(key: string): Draft | undefined {
    return this.#all.peek().get(key);
  }

  /** A text is being typed: until it is stored, nothing else may take its place. */
  hold(key: string): void {
    this.#held.add(key);
  }

  isHeld(key: string): boolean {
    return this.#held.has(key);
  }

  /** Listens to texts that the user changed. Returns a function that stops it. */
  onChange(watcher: (key: string) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Stores a text that the user typed; blank text removes the draft. */
  set(key: string, text: string, quotedId?: number): void {
    if (text.trim() === "") {
      this.remove(key);
      return;
    }
    const before = this.peek(key);
    if (before?.text !== text || before.quotedId !== quotedId) {
      const version = before?.version;
      this.put(key, {
        text,
        at: Date.now(),
        ...(quotedId !== undefined && { quotedId }),
        ...(version !== undefined && { version }),
      });
    }
    this.#changed(key);
  }

  /** Removes a draft. While the server has it, an empty text stays until the server removed it, too. */
  remove(key: string): void {
    const before = this.peek(key);
    if (before?.version !== undefined) {
      if (before.text !== "") this.put(key, { text: "", at: Date.now(), version: before.version });
    } else this.drop(key);
    this.#changed(key);
  }

  /** Stores a draft as it is; watchers are not called. */
  put(key: string, draft: Draft): void {
    this.#all.value = new Map(this.#all.peek()).set(key, draft);
    this.#write((person) => this.#store.put(person, key, draft));
  }

  /** Removes a draft in this browser only; watchers are not called. */
  drop(key: string): void {
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

  #changed(key: string): void {
    this.#held.delete(key);
    for (const watcher of this.#watchers) watcher(key);
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
