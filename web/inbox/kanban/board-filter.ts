import type { TicketAnswer } from "#inbox/tickets/contract.ts";

/**
 * Filter of the board: queue and attendant ids; an empty list filters nothing, 0 means "without queue" or "without
 * attendant".
 */
export interface BoardFilter {
  readonly queues: readonly number[];
  readonly users: readonly number[];
}
export const NO_FILTER: BoardFilter = { queues: [], users: [] };

const ids = (text: string | null): readonly number[] =>
  (text ?? "")
    .split(",")
    .filter((part) => /^\d+$/.test(part))
    .map(Number);

/** Reads the filter from a query string. */
export function readBoardFilter(search: string): BoardFilter {
  const params = new URLSearchParams(search);
  return { queues: ids(params.get("queues")), users: ids(params.get("users")) };
}

/** The query string of a filter; "" when everything is shown. */
export function writeBoardFilter({ queues, users }: BoardFilter): string {
  const parts = [
    queues.length > 0 && `queues=${queues.join(",")}`,
    users.length > 0 && `users=${users.join(",")}`,
  ];
  const query = parts.filter(Boolean).join("&");
  return query === "" ? "" : `?${query}`;
}

/** Whether the board shows a ticket. */
export function shows({ queues, users }: BoardFilter, ticket: TicketAnswer): boolean {
  const inQueue = queues.length === 0 || queues.includes(ticket.queueId ?? 0);
  return inQueue && (users.length === 0 || users.includes(ticket.userId ?? 0));
}
