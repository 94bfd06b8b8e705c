import type { EventData, ServerFrame } from "#platform/realtime/contract.ts";
import { Listeners } from "./callbacks.ts";

/** Who hears of what comes over the line. */
export class Hearers {
  readonly #channels = new Map<string, Listeners<[data: EventData]>>();
  readonly resyncs = new Listeners<[]>();
  readonly denials = new Listeners<[ticketId: number]>();
  readonly ended = new Listeners<[]>();

  /** By the short name of a channel (`ticket` for `company-7-ticket`). Answers how to stop. */
  on(channel: string, heard: (data: EventData) => void): () => void {
    const listeners = this.#channels.get(channel) ?? new Listeners();
    this.#channels.set(channel, listeners);
    return listeners.add(heard);
  }

  tell({ channel, data }: Extract<ServerFrame, { t: "event" }>): void {
    this.#channels.get(channel.replace(/^company-\d+-/, ""))?.tell(data);
  }
}
