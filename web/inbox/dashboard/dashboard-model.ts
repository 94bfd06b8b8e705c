import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DashboardAnswer } from "#inbox/dashboard/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { isAborted } from "#web/lib/api/api-error.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { joinAllTickets } from "#web/lib/socket/ticket-rooms.ts";
import { type DashboardFilter, dashboardQuery } from "./filter.ts";

/** Figures are reloaded at most once in this time, however many events arrive; ms. */
export const REFRESH_MS = 5_000;

/** The figures of a filter, reloaded after events of tickets. */
export class DashboardModel {
  readonly #api: Pick<Api, "get">;
  readonly #answer = signal<DashboardAnswer | null>(null);
  readonly #error = signal<unknown>(null);
  readonly #loading = signal(false);
  #filter: DashboardFilter | null = null;
  #request: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly answer: ReadonlySignal<DashboardAnswer | null> = this.#answer;
  /** Error of the last request; null when it succeeded. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** True while another filter is loading: the figures on screen still belong to the previous one. */
  readonly loading: ReadonlySignal<boolean> = this.#loading;
  readonly today: ReadonlySignal<number> = computed(() =>
    (this.#answer.value?.hours ?? []).reduce((sum, hour) => sum + hour, 0),
  );

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  /** Loads the figures of a filter. */
  async load(filter: DashboardFilter): Promise<void> {
    this.#filter = filter;
    this.#loading.value = true;
    await this.#read();
  }

  /** Reloads the figures without a loading state. */
  async refresh(): Promise<void> {
    if (this.#filter) await this.#read();
  }

  /** Subscribes to the events that change the figures. Returns the stop function. */
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

  /** Schedules one reload for all ticket events within `REFRESH_MS`. */
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
    // An attendant who is not in the table yet: only the server has the figures.
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
