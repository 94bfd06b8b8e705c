import type { TicketAnswer } from "#inbox/tickets/contract.ts";

/** The orders of the cards in a lane, the usual one first. */
export const BOARD_SORTS = ["recent", "priority"] as const;

/**
 * Filter and order of the board: queue and attendant ids; an empty list filters nothing, 0 means "without queue" or
 * "without attendant".
 */
export interface BoardFilter {
  readonly sort: (typeof BOARD_SORTS)[number];
  readonly queues: readonly number[];
  readonly users: readonly number[];
  /** Shows tickets that are asleep as well. */
  readonly asleep: boolean;
}
export const NO_FILTER: BoardFilter = { sort: "recent", queues: [], users: [], asleep: false };

const ids = (text: string | null): readonly number[] =>
  (text ?? "")
    .split(",")
    .filter((part) => /^\d+$/.test(part))
    .map(Number);

/** Reads the filter from a query string. */
export function readBoardFilter(search: string): BoardFilter {
  const params = new URLSearchParams(search);
  return {
    sort: BOARD_SORTS.find((one) => one === params.get("sort")) ?? NO_FILTER.sort,
    queues: ids(params.get("queues")),
    users: ids(params.get("users")),
    asleep: params.get("asleep") === "1",
  };
}

/** The query string of a filter; "" when everything is shown. */
export function writeBoardFilter({ sort, queues, users, asleep }: BoardFilter): string {
  const parts = [
    sort !== NO_FILTER.sort && `sort=${sort}`,
    queues.length > 0 && `queues=${queues.join(",")}`,
    users.length > 0 && `users=${users.join(",")}`,
    asleep && "asleep=1",
  ];
  const query = parts.filter(Boolean).join("&");
  return query === "" ? "" : `?${query}`;
}

/** Whether the board shows a ticket. */
export function shows(
  { queues, users, asleep }: Pick<BoardFilter, "queues" | "users" | "asleep">,
  ticket: TicketAnswer,
): boolean {
  const inQueue = queues.length === 0 || queues.includes(ticket.queueId ?? 0);
  if (ticket.snooze?.asleep && !asleep) return false;
  return inQueue && (users.length === 0 || users.includes(ticket.userId ?? 0));
}
