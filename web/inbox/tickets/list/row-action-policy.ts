import type { TicketStatus } from "#inbox/tickets/contract.ts";
import type { HeaderAction } from "#web/inbox/tickets/header/header-actions.ts";

/** What a row of the list offers. */
export type RowAction = "accept" | "finish" | "reopen";

/**
 * The buttons of a row (docs/rules/tickets.md#row-actions): accept on waiting tickets, finish on tickets that are not
 * closed, reopen on closed ones, as far as `allowed`. `withoutFinish`: a phone without an undo window, where a finish
 * under the thumb could not be undone.
 */
export function rowActions(
  status: TicketStatus,
  allowed: readonly HeaderAction[],
  withoutFinish: boolean,
): readonly RowAction[] {
  if (status === "closed") return allowed.includes("reopen") ? ["reopen"] : [];
  const verbs: RowAction[] = [];
  if (allowed.includes("resolve") && !withoutFinish) verbs.push("finish");
  if (status === "pending" && allowed.includes("accept")) verbs.push("accept");
  return verbs;
}
