import type { TicketStatus } from "#inbox/tickets/contract.ts";
import type { HeadAction } from "#web/inbox/tickets/header/header-actions.ts";

/** What a row of the list offers. */
export type RowVerb = "accept" | "finish" | "reopen";

/**
 * The buttons of a row (docs/rules/tickets.md#row-actions): accept on waiting tickets, finish on tickets that are not
 * closed, reopen on closed ones, as far as `allowed`. `withoutFinish`: a phone without an undo window, where a finish
 * under the thumb could not be taken back.
 */
export function rowVerbs(
  status: TicketStatus,
  allowed: readonly HeadAction[],
  withoutFinish: boolean,
): readonly RowVerb[] {
  if (status === "closed") return allowed.includes("reopen") ? ["reopen"] : [];
  const verbs: RowVerb[] = [];
  if (allowed.includes("resolve") && !withoutFinish) verbs.push("finish");
  if (status === "pending" && allowed.includes("accept")) verbs.push("accept");
  return verbs;
}
