/** The result of processing one inbound event. */
export type Outcome =
  | { readonly state: "done" }
  | { readonly state: "skipped"; readonly reason: string }
  /** The message it refers to does not exist yet; the event is retried when a message appears in the chat. */
  | { readonly state: "waiting" }
  /** The message is stored; rules have to run before the bot gets it. `stage`: JSON that the row keeps until then. */
  | { readonly state: "staged"; readonly stage: string };

export const DONE: Outcome = { state: "done" };
export const WAITING: Outcome = { state: "waiting" };
export const skipped = (reason: string): Outcome => ({ state: "skipped", reason });
