import type { Topic } from "./broadcast.ts";

/** Rooms one socket may join; a page needs four. */
export const MAX_ROOMS = 10;

/** What a socket joined to narrow what it hears (docs/rules/pages.md#rooms). */
export interface Rooms {
  readonly statuses: Set<string>;
  notification: boolean;
}

export const noRooms = (): Rooms => ({ statuses: new Set(), notification: false });

/**
 * Whether an event reaches a socket as far as rooms decide. A socket without rooms hears everything its person has a right
 * to; a socket with rooms hears, of tickets, what one of its rooms carries and what it watches. Rights are checked apart.
 */
export function isInRoom<Viewer>(
  viewer: Viewer,
  rooms: Rooms,
  watching: ReadonlySet<number>,
  topic: Topic<Viewer> | undefined,
): boolean {
  if (!topic || (rooms.statuses.size === 0 && !rooms.notification)) return true;
  if (watching.has(topic.ticketId)) return true;
  if (topic.statuses.some((status) => rooms.statuses.has(status))) return true;
  return rooms.notification && topic.notifies(viewer);
}
