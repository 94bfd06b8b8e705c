import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { Campaign, CampaignCalls, Detail } from "#web/outreach/campaigns/campaigns-api.ts";

/** After FINALIZADA the report is read again, ms (docs/rules/screens.md#campaigns). */
export const FINAL_READ_MS = 5000;
/** While a campaign moves its course over time is read again this often, ms; its numbers come with every event. */
export const COURSE_READ_MS = 20_000;

export interface ReportModelOptions {
  readonly id: number;
  readonly get: CampaignCalls["get"];
  readonly now?: () => number;
  /** Recipients moved: whoever shows them reads again. */
  readonly onMoved: () => void;
}

/** One campaign and its numbers, kept right by its events. */
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
  /** Why there is nothing to show; a failed refresh leaves what is here. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** It was deleted while somebody looked. */
  readonly gone: ReadonlySignal<boolean> = this.#gone;

  constructor(options: ReportModelOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async load(): Promise<void> {
    this.#readAt = this.#now();
    try {
      const { contactList, shipping: _rows, timeline, ...rest } = await this.#options.get(this.#options.id);
      const list = contactList && { id: contactList.id, name: contactList.name };
      batch(() => {
        this.#campaign.value = { ...rest, contactList: list };
        this.#timeline.value = timeline;
        this.#error.value = null;
      });
    } catch (error) {
      if (this.#campaign.peek() === null) this.#error.value = error;
    }
  }

  /** Follows the events. Answers how to stop. */
  listen(socket: Pick<LiveSocket, "on" | "onResync">): () => void {
    const stops = [
      socket.on("campaign", (event) => this.#heard(event)),
      socket.onResync(() => this.#again()),
    ];
    return () => {
      clearTimeout(this.#timer);
      for (const stop of stops) stop();
    };
  }

  /** What a command of this page answered. */
  put(campaign: Campaign): void {
    this.#campaign.value = campaign;
  }

  #heard(event: EventData): void {
    const { id } = this.#options;
    if (event.action === "delete" && event["id"] === id) {
      this.#gone.value = true;
      return;
    }
    const record = event["record"] as Campaign | undefined;
    if (record?.id !== id) return;
    this.#campaign.value = record;
    this.#options.onMoved();
    if (record.status === "FINALIZADA") {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#again(), FINAL_READ_MS);
    } else if (this.#now() - this.#readAt >= COURSE_READ_MS) void this.load();
  }

  #again(): void {
    void this.load();
    this.#options.onMoved();
  }
}
