import type { EventData } from "./contract.ts";

/** One event for the viewers who may see it. */
export interface Broadcast<Viewer> {
  /** Name without the company: `ticket`, `appMessage` … */
  readonly channel: string;
  readonly data: EventData;
  /** Pure: decided per viewer from rows before and after the change. `everyone` = the whole company. */
  readonly audience: "everyone" | ((viewer: Viewer) => boolean);
  /** For events of one ticket: the rooms that receive it. Events without a topic reach every socket. */
  readonly topic?: Topic<Viewer>;
}

/** The data that decides which rooms receive an event. It is stored as long as the event, so it has no other data. */
export interface Topic<Viewer> {
  readonly ticketId: number;
  /** Statuses of the ticket before and after the change. */
  readonly statuses: readonly string[];
  /** Whether the viewer's notification bell counts the ticket, before or after the change. Pure. */
  readonly notifies: (viewer: Viewer) => boolean;
}
