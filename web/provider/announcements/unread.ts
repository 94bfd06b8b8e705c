import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import type { AnnouncementAnswer, UnreadAnswer } from "#provider/announcements/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

/** After a change the browsers of all companies reload; they spread the requests over this time, ms. */
const SPREAD_MS = 4_000;

export interface UnreadOptions {
  readonly api: Pick<Api, "get">;
  readonly socket: LiveSocket;
  /** A new one came while the page is open. */
  readonly onNew: (announcement: AnnouncementAnswer) => void;
}

/** Number of announcements this user has not opened on any device. */
export class UnreadAnnouncements {
  readonly #options: UnreadOptions;
  readonly #count = signal(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly count: ReadonlySignal<number> = this.#count;

  constructor(options: UnreadOptions) {
    this.#options = options;
  }

  /** Asks the server and follows the events. Answers how to stop. */
  start(): () => void {
    const { socket } = this.#options;
    // A socket that is still connecting reports when to load: one load is enough.
    if (socket.state.peek() === "online") void this.#load();
    const stops = [
      socket.on("announcement", (event) => this.#changed(event)),
      socket.onResync(() => void this.#load()),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#count.value = 0;
    };
  }

  /** The server answered how many are left. */
  take({ unread }: UnreadAnswer): void {
    this.#count.value = unread;
  }

  #changed(event: EventData): void {
    const record = event["record"] as AnnouncementAnswer | undefined;
    if (event.action === "create") {
      if (!record?.status) return;
      this.#count.value += 1;
      this.#options.onNew(record);
      return;
    }
    // Whether this person had opened it is known to the server alone.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), Math.random() * SPREAD_MS);
  }

  async #load(): Promise<void> {
    try {
      this.take(await this.#options.api.get<UnreadAnswer>("/announcements/unread"));
    } catch {
      // The bar is no place for an error: the next event or resync fills it.
    }
  }
}
