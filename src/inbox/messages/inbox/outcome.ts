/** The result of processing one inbound event. */
export type Outcome =
  | { readonly state: "done" }
  | { readonly state: "skipped"; readonly reason: string }
  /** Its message does not exist yet; retried when a message appears in the chat. */
  | { readonly state: "waiting" };

export const DONE: Outcome = { state: "done" };
export const WAITING: Outcome = { state: "waiting" };
export const skipped = (reason: string): Outcome => ({ state: "skipped", reason });
