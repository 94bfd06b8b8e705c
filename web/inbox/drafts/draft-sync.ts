import { effect, type ReadonlySignal } from "@preact/signals-react";
import type { DraftAnswer, DraftBody, ListedDraft } from "#inbox/drafts/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { Draft, Drafts } from "#web/lib/storage/drafts.ts";
import { keyOfDraft, keyOfOther, placeOfDraft } from "./draft-keys.ts";

/** A draft reaches the server this long after the browser stored it, ms: with the browser's delay 1 s after the last key. */
const PUSH_DELAY_MS = 700;
/** The server's drafts are read this long after the browser's: the first rows of a page do not wait for them, ms. */
const START_DELAY_MS = 1000;

export interface DraftSyncParts {
  readonly drafts: Drafts;
  readonly save: (ticketId: number, body: DraftBody) => Promise<DraftAnswer>;
  readonly fetchAll: () => Promise<readonly ListedDraft[]>;
}

/**
 * Synchronises the drafts of this browser with those of the server (docs/rules/drafts.md). The browser has precedence: a text
 * is never replaced while it has letters that the server does not have.
 */
export class DraftSync {
  readonly #parts: DraftSyncParts;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #saving = new Set<string>();
  /** Changes of other devices that arrived while the text was typed or saved here. */
  readonly #arrived = new Map<string, DraftAnswer>();
  /** The newest version seen of each draft: an event may arrive after the answer to a later change. */
  readonly #seen = new Map<string, number>();
  /**
   * Texts that the server refused, for example in a ticket that is no longer visible: they are sent again only after a
   * change.
   */
  readonly #refused = new Map<string, Draft>();
  /** The last known text of each draft, and texts that the user has emptied: a late answer must not bring them back. */
  readonly #texts = new Map<string, string>();
  readonly #emptied = new Map<string, string>();
  #stopWatching: (() => void) | null = null;

  constructor(parts: DraftSyncParts) {
    this.#parts = parts;
  }

  /** Starts after the browser's drafts are loaded, and stops when they are unloaded. */
  follow(isLoaded: ReadonlySignal<boolean>): void {
    effect(() => {
      if (!isLoaded.value) {
        this.stop();
        return;
      }
      const { drafts } = this.#parts;
      for (const [key, { text }] of drafts.all.peek()) this.#texts.set(key, text);
      const unwatch = drafts.onChange((key) => this.#noteText(key));
      const timer = setTimeout(() => void this.start(), START_DELAY_MS);
      return () => {
        unwatch();
        clearTimeout(timer);
      };
    });
  }

  #noteText(key: string): void {
    const now = this.#parts.drafts.peek(key)?.text ?? "";
    const before = this.#texts.get(key) ?? "";
    this.#texts.set(key, now);
    if (now !== "") this.#emptied.delete(key);
    else if (before !== "") this.#emptied.set(key, before);
  }

  get isStarted(): boolean {
    return this.#stopWatching !== null;
  }

  /** Reads the server's drafts and saves those that only this browser has; also after missed events. */
  async start(): Promise<void> {
    const { drafts } = this.#parts;
    this.#stopWatching ??= drafts.onChange((key) => this.#changed(key));
    const before = drafts.all.peek();
    const listed = await this.#parts.fetchAll().catch(() => null);
    if (this.#stopWatching === null) return;
    if (listed) {
      const there = new Set(listed.map(keyOfDraft));
      for (const draft of listed) this.receive(draft);
      // Another device removed this draft. It is removed here only if the server had the same text.
      for (const [key, draft] of before)
        if (draft.isStored && !there.has(key) && drafts.peek(key) === draft && !drafts.isHeld(key))
          drafts.drop(key);
    }
    this.saveAll();
  }

  /** Call when another user signs in or the user signs out. */
  stop(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const map of [this.#arrived, this.#seen, this.#refused, this.#texts, this.#emptied]) map.clear();
  }

  /** Saves everything immediately: the ticket is left, the page is hidden, or the network is back. */
  saveAll(): void {
    if (this.#stopWatching) for (const key of this.#parts.drafts.all.peek().keys()) void this.#save(key);
  }

  /** A draft changed on the server, by another device or by this one. */
  receive(draft: DraftAnswer): void {
    const key = keyOfDraft(draft);
    if (this.#parts.drafts.isHeld(key) || this.#saving.has(key)) this.#arrived.set(key, draft);
    else this.#take(key, draft);
  }

  /** Swaps the text in the box and the other text; neither is lost. */
  exchange(key: string): void {
    const { drafts } = this.#parts;
    const other = drafts.peek(keyOfOther(key));
    if (!other) return;
    const mine = drafts.peek(key);
    const version = other.version ?? mine?.version;
    drafts.put(key, { ...other, ...(version !== undefined && { version }) });
    if (!mine || mine.text.trim() === "") drafts.drop(keyOfOther(key));
    else {
      const { text, at, quotedId } = mine;
      drafts.put(keyOfOther(key), { text, at, ...(quotedId !== undefined && { quotedId }) });
    }
    void this.#save(key);
  }

  /** Removes the other text. The text in the box stays, also on the server. */
  discardOther(key: string): void {
    const { drafts } = this.#parts;
    const other = drafts.peek(keyOfOther(key));
    drafts.drop(keyOfOther(key));
    if (other?.version === undefined) return;
    const { isStored, ...mine } = drafts.peek(key) ?? { text: "", at: other.at };
    drafts.put(key, { ...mine, version: other.version });
    void this.#save(key);
  }

  /** Removes a draft of the list here and on the server. */
  async discard(draft: ListedDraft): Promise<void> {
    const { ticketId, mode, version } = draft;
    await this.#parts.save(ticketId, { mode, body: "", quotedMsgId: null, version });
    this.#parts.drafts.drop(keyOfDraft(draft));
  }

  #changed(key: string): void {
    if (!placeOfDraft(key)) return;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#save(key), PUSH_DELAY_MS),
    );
    // Not immediately, because the text box may still have letters that it could not store.
    queueMicrotask(() => this.#takeArrived(key));
  }

  #takeArrived(key: string): void {
    const draft = this.#arrived.get(key);
    if (!draft || this.#parts.drafts.isHeld(key) || this.#saving.has(key)) return;
    this.#arrived.delete(key);
    this.#take(key, draft);
  }

  #take(key: string, theirs: DraftAnswer): void {
    const { drafts } = this.#parts;
    const mine = drafts.peek(key);
    if (theirs.version <= Math.max(mine?.version ?? 0, this.#seen.get(key) ?? 0)) return;
    this.#seen.set(key, theirs.version);
    if (theirs.body !== "" && !mine?.text && this.#emptied.get(key) === theirs.body) {
      // The server got this text from here, for example while the page was left, and the user has emptied it since.
      drafts.put(key, { text: "", at: Date.now(), version: theirs.version });
      this.#changed(key);
      return;
    }
    this.#texts.set(key, theirs.body);
    const isMineSafe = !mine || mine.isStored || mine.text.trim() === "" || mine.text === theirs.body;
    if (isMineSafe) {
      if (theirs.body === "") drafts.drop(key);
      else drafts.put(key, asStored(theirs));
    } else if (theirs.body === "") {
      drafts.put(key, { ...mine, version: theirs.version });
      this.#changed(key);
    } else {
      const kept = drafts.peek(keyOfOther(key));
      const text = kept && kept.version === undefined ? `${theirs.body}\n\n${kept.text}` : theirs.body;
      const { isStored, ...other } = asStored(theirs);
      drafts.put(keyOfOther(key), { ...other, text });
    }
  }

  async #save(key: string): Promise<void> {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const { drafts } = this.#parts;
    const place = placeOfDraft(key);
    const mine = drafts.peek(key);
    // Undecided: the server keeps the other device's text, the browser this one.
    const isUndecided = drafts.peek(keyOfOther(key))?.version !== undefined;
    if (!place || !mine || mine.isStored || isUndecided || this.#saving.has(key)) return;
    if (this.#refused.get(key) === mine) return;
    const { text: body, quotedId = null, version = 0 } = mine;
    this.#saving.add(key);
    try {
      const answer = await this.#parts.save(place.ticketId, {
        mode: place.mode,
        body,
        quotedMsgId: quotedId,
        version,
      });
      this.#saved(key, mine, answer);
    } catch (error) {
      const theirs =
        error instanceof ApiError && error.code === "ERR_DRAFT_CHANGED" && error.details["draft"];
      if (theirs) this.#arrived.set(key, theirs as DraftAnswer);
      else if (error instanceof ApiError && [400, 403, 404].includes(error.status))
        this.#refused.set(key, mine);
      // After any other failure the next change or reconnect saves the draft.
    } finally {
      this.#saving.delete(key);
      this.#takeArrived(key);
    }
  }

  #saved(key: string, sent: Draft, { version }: DraftAnswer): void {
    const { drafts } = this.#parts;
    const now = drafts.peek(key);
    this.#seen.set(key, version);
    if (now === sent && sent.text === "") drafts.drop(key);
    else if (now === sent) drafts.put(key, { ...sent, version, isStored: true });
    else {
      // The draft changed meanwhile, or was removed before the browser knew that the server has it.
      drafts.put(key, { ...(now ?? { text: "", at: sent.at }), version });
      this.#changed(key);
    }
  }
}

const asStored = ({ body, quotedMsgId, version, updatedAt }: DraftAnswer): Draft => ({
  text: body,
  at: Date.parse(updatedAt),
  ...(quotedMsgId !== null && { quotedId: quotedMsgId }),
  version,
  isStored: true,
});
