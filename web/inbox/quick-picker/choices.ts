import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { MacroAnswer, MacroList } from "#automation/macros/contract.ts";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { type Api, api as pageApi } from "#web/lib/api/api.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as pageSocket } from "#web/lib/socket/socket-instance.ts";

/** Loaded quick replies are reloaded after this time, ms: their greeting depends on the hour. */
const FRESH_MS = 60_000;

/** The quick replies that the user may use in a ticket, with variables filled in for its customer. */
export class Choices {
  readonly #api: Pick<Api, "get">;
  readonly #now: () => number;
  readonly #all = signal<readonly QuickReplyChoice[]>([]);
  readonly #macros = signal<readonly MacroAnswer[]>([]);
  readonly #state = signal<"loading" | "ready" | "error">("loading");
  #ticketId = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  readonly all: ReadonlySignal<readonly QuickReplyChoice[]> = this.#all;
  /** The macros that can be run on the ticket; empty unless the picker loads macros. */
  readonly macros: ReadonlySignal<readonly MacroAnswer[]> = this.#macros;
  readonly state: ReadonlySignal<"loading" | "ready" | "error"> = this.#state;

  constructor(api: Pick<Api, "get">, now: () => number = Date.now) {
    this.#api = api;
    this.#now = now;
  }

  /**
   * Loads the quick replies of a ticket unless fresh ones are cached; those of the same ticket stay on screen
   * meanwhile. `withMacros`: its macros, too.
   */
  async need(ticketId: number, withMacros = false): Promise<void> {
    if (ticketId === this.#ticketId && this.#now() - this.#readAt < FRESH_MS) return;
    if (ticketId !== this.#ticketId) {
      batch(() => {
        this.#all.value = [];
        this.#macros.value = [];
        this.#state.value = "loading";
      });
    }
    this.#ticketId = ticketId;
    this.#readAt = this.#now();
    try {
      const query = { ticketId };
      const [found, { macros }] = await Promise.all([
        this.#api.get<readonly QuickReplyChoice[]>("/quick-messages/list", { query }),
        withMacros ? this.#api.get<MacroList>("/macros", { query }) : { macros: [] },
      ]);
      if (this.#ticketId !== ticketId) return;
      batch(() => {
        this.#all.value = found;
        this.#macros.value = macros;
        this.#state.value = "ready";
      });
    } catch {
      this.forget();
      if (this.#all.peek().length === 0) this.#state.value = "error";
    }
  }

  /** Marks the cached quick replies as stale: the next `need` loads them again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  listen(socket: LiveSocket): () => void {
    const stops = [
      socket.on("quick-message", () => this.forget()),
      socket.on("macro", () => this.forget()),
      socket.on("contact", () => this.forget()),
      socket.onResync(() => this.forget()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
}

/** The instance that the page uses. */
export const choices = new Choices(pageApi);
choices.listen(pageSocket);

/**
 * Quick replies that match the text after the slash: first shortcodes that begin with it, then shortcodes that
 * contain it, then texts that do.
 */
export function fitting(all: readonly QuickReplyChoice[], typed: string): readonly QuickReplyChoice[] {
  const wanted = foldCase(typed.trim());
  if (wanted === "") return all;
  const rank = ({ shortcode, message }: QuickReplyChoice): number => {
    const code = foldCase(shortcode).replace(/^\//, "");
    if (code.startsWith(wanted)) return 0;
    if (code.includes(wanted)) return 1;
    return foldCase(message).includes(wanted) ? 2 : 3;
  };
  return all
    .map((choice) => ({ choice, at: rank(choice) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ choice }) => choice);
}
