/** The result of processing one inbound event. */
export type Outcome =
  | { readonly state: "done" }
  | { readonly state: "skipped"; readonly reason: string }
  /** The event refers to a message that does not exist yet; it is retried when the chat gets a message. */
  | { readonly state: "waiting" }
  /** The message is stored, and rules have to run before the bot gets it. `stage`: JSON stored in the row until the rules have run. */
  | { readonly state: "staged"; readonly stage: string };

export const DONE: Outcome = { state: "done" };
export const WAITING: Outcome = { state: "waiting" };
export const skipped = (reason: string): Outcome => ({ state: "skipped", reason });
