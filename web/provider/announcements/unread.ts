import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import type { AnnouncementAnswer, UnreadAnswer } from "#provider/announcements/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

/** After a change all browsers request the count again; the requests are spread over this time, ms. */
const SPREAD_MS = 4_000;

export interface UnreadOptions {
  readonly api: Pick<Api, "get">;
  readonly socket: LiveSocket;
  /** Called when a new announcement arrives while the page is open. */
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

  /** Loads the count and follows the events. Returns a function that stops it. */
  start(): () => void {
    const { socket } = this.#options;
    // While the socket is still connecting, its connection triggers the load: a second one is not needed.
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

  /** The server returned the remaining unread count. */
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
    // Only the server knows whether this user had opened it.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), Math.random() * SPREAD_MS);
  }

  async #load(): Promise<void> {
    try {
      this.take(await this.#options.api.get<UnreadAnswer>("/announcements/unread"));
    } catch {
      // The top bar shows no error: the next event or resync loads the count again.
    }
  }
}
