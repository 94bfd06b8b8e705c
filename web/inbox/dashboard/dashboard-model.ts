import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DashboardAnswer } from "#inbox/dashboard/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { isAborted } from "#web/lib/api/api-error.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { joinAllTickets } from "#web/lib/socket/ticket-rooms.ts";
import { type DashboardFilter, dashboardQuery } from "./filter.ts";

/** However much happens, the figures are read again at most this often, ms. */
export const REFRESH_MS = 5_000;

/** The figures of a filter; what happens to tickets brings them up to date by itself. */
export class DashboardModel {
  readonly #api: Pick<Api, "get">;
  readonly #answer = signal<DashboardAnswer | null>(null);
  readonly #error = signal<unknown>(null);
  readonly #loading = signal(false);
  #filter: DashboardFilter | null = null;
  #request: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly answer: ReadonlySignal<DashboardAnswer | null> = this.#answer;
  /** Why the last reading failed; null when it did not. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** Another filter is being read; the figures on screen are of the one before. */
  readonly loading: ReadonlySignal<boolean> = this.#loading;
  readonly today: ReadonlySignal<number> = computed(() =>
    (this.#answer.value?.hours ?? []).reduce((sum, hour) => sum + hour, 0),
  );

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  /** Reads the figures of a filter. */
  async load(filter: DashboardFilter): Promise<void> {
    this.#filter = filter;
    this.#loading.value = true;
    await this.#read();
  }

  /** Reads them again, quietly. */
  async refresh(): Promise<void> {
    if (this.#filter) await this.#read();
  }

  /** Follows what happens while the page is open. Answers how to stop. */
  listen(socket: LiveSocket): () => void {
    const stops = [
      joinAllTickets(socket),
      socket.on("ticket", () => this.#soon()),
      socket.on("user", (event) => this.#userChanged(event)),
      socket.onResync(() => void this.refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#request?.abort();
    };
  }

  /** Many tickets move at once; one reading answers for all of them. */
  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, REFRESH_MS);
  }

  #userChanged(event: EventData): void {
    const answer = this.#answer.peek();
    const changed = event["user"] as { id: number; online: boolean; name: string } | undefined;
    if (!answer || !changed) return;
    // Somebody new: only the server knows what belongs to his name.
    if (!answer.attendants.some(({ id }) => id === changed.id)) {
      this.#soon();
      return;
    }
    this.#answer.value = {
      ...answer,
      attendants: answer.attendants.map((row) =>
        row.id === changed.id ? { ...row, online: changed.online, name: changed.name } : row,
      ),
    };
  }

  async #read(): Promise<void> {
    const filter = this.#filter;
    if (!filter) return;
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const query = dashboardQuery(filter);
      const answer = await this.#api.get<DashboardAnswer>("/dashboard", { query, signal: request.signal });
      if (this.#request !== request) return;
      batch(() => {
        this.#answer.value = answer;
        this.#error.value = null;
        this.#loading.value = false;
      });
    } catch (error) {
      if (this.#request !== request || isAborted(error)) return;
      batch(() => {
        this.#error.value = error;
        this.#loading.value = false;
      });
    }
  }
}
