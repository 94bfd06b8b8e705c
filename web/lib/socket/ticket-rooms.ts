import type { LiveSocket } from "./socket.ts";

const STATUSES = ["open", "pending", "closed"] as const;

/** Joins the rooms of all statuses, for a page that shows tickets of each. Returns a function that leaves them (docs/rules/pages.md#rooms). */
export function joinAllTickets(socket: Pick<LiveSocket, "joinTickets">): () => void {
  const leaves = STATUSES.map((status) => socket.joinTickets(status));
  return () => {
    for (const leave of leaves) leave();
  };
}
