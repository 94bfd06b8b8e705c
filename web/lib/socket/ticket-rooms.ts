import type { LiveSocket } from "./socket.ts";

const STATUSES = ["open", "pending", "closed"] as const;

/**
 * Joins the rooms of all ticket states, for pages that show them all (docs/rules/pages.md#rooms). Returns a function
 * that leaves them.
 */
export function joinAllTickets(socket: Pick<LiveSocket, "joinTickets">): () => void {
  const leaves = STATUSES.map((status) => socket.joinTickets(status));
  return () => {
    for (const leave of leaves) leave();
  };
}
