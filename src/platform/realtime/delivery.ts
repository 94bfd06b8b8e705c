import type { EventData } from "./contract.ts";

/** One event on its way to those who may see it. */
export interface Delivery<Viewer> {
  /** Name without the company: `ticket`, `appMessage` … */
  readonly channel: string;
  readonly data: EventData;
  /** Pure: decided per viewer from rows before and after the change. `everyone` = the whole company. */
  readonly audience: "everyone" | ((viewer: Viewer) => boolean);
}
