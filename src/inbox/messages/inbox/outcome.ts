/** What processing one event of the inbox came to. */
export type Outcome =
  | { readonly state: "done" }
  | { readonly state: "skipped"; readonly reason: string }
  /** What it is about is not there yet; looked at again when a message appears in the chat. */
  | { readonly state: "waiting" };

export const DONE: Outcome = { state: "done" };
export const WAITING: Outcome = { state: "waiting" };
export const skipped = (reason: string): Outcome => ({ state: "skipped", reason });
