import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import {
  type Campaign,
  type CampaignCalls,
  type Detail,
  rowOf,
} from "#web/outreach/campaigns/campaigns-api.ts";

/** Delay of a reload of the report after the status FINALIZADA, ms (docs/rules/screens.md#campaigns). */
export const FINAL_READ_MS = 5000;
/** Interval for reloading the timeline of a running campaign, ms; its figures are in every event. */
export const COURSE_READ_MS = 20_000;

export interface ReportModelOptions {
  readonly id: number;
  readonly get: CampaignCalls["get"];
  readonly now?: () => number;
  /** Called when the recipients changed and must be loaded again. */
  readonly onChange: () => void;
}

/** One campaign and its report, updated by events. */
export class ReportModel {
  readonly #options: ReportModelOptions;
  readonly #now: () => number;
  readonly #campaign = signal<Campaign | null>(null);
  readonly #timeline = signal<Detail["timeline"] | null>(null);
  readonly #error = signal<unknown>(null);
  readonly #gone = signal(false);
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly campaign: ReadonlySignal<Campaign | null> = this.#campaign;
  readonly timeline: ReadonlySignal<Detail["timeline"] | null> = this.#timeline;
  /** Error of the first load; a failed reload keeps the shown report. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** The campaign was deleted while the page is open. */
  readonly gone: ReadonlySignal<boolean> = this.#gone;

  constructor(options: ReportModelOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async load(): Promise<void> {
    this.#readAt = this.#now();
    try {
      const detail = await this.#options.get(this.#options.id);
      batch(() => {
        this.#campaign.value = rowOf(detail);
        this.#timeline.value = detail.timeline;
        this.#error.value = null;
      });
    } catch (error) {
      if (this.#campaign.peek() === null) this.#error.value = error;
    }
  }

  /** Subscribes to the events; returns the function that unsubscribes. */
  listen(socket: Pick<LiveSocket, "on" | "onResync">): () => void {
    const stops = [
      socket.on("campaign", (event) => this.#handleEvent(event)),
      socket.onResync(() => this.#reload()),
    ];
    return () => {
      clearTimeout(this.#timer);
      for (const stop of stops) stop();
    };
  }

  /** Applies the answer of a command. */
  put(campaign: Campaign): void {
    this.#campaign.value = campaign;
  }

  #handleEvent(event: EventData): void {
    const { id } = this.#options;
    if (event.action === "delete" && event["id"] === id) {
      this.#gone.value = true;
      return;
    }
    const record = event["record"] as Campaign | undefined;
    if (record?.id !== id) return;
    this.#campaign.value = record;
    this.#options.onChange();
    if (record.status === "FINALIZADA") {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#reload(), FINAL_READ_MS);
    } else if (this.#now() - this.#readAt >= COURSE_READ_MS) void this.load();
  }

  #reload(): void {
    void this.load();
    this.#options.onChange();
  }
}
