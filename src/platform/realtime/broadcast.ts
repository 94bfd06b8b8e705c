import type { EventData } from "./contract.ts";

/** One event on its way to those who may see it. */
export interface Broadcast<Viewer> {
  /** Name without the company: `ticket`, `appMessage` … */
  readonly channel: string;
  readonly data: EventData;
  /** Pure: decided per viewer from rows before and after the change. `everyone` = the whole company. */
  readonly audience: "everyone" | ((viewer: Viewer) => boolean);
  /** Given for events of one ticket: which rooms carry it. Events without a topic are in no room and reach every socket. */
  readonly topic?: Topic<Viewer>;
}

/** What rooms are decided from. Kept as long as its event: holds nothing else. */
export interface Topic<Viewer> {
  readonly ticketId: number;
  /** Of the ticket before and after the change. */
  readonly statuses: readonly string[];
  /** Whether the bell of this person counts the ticket, before or after the change. Pure. */
  readonly notifies: (viewer: Viewer) => boolean;
}
