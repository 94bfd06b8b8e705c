import type { Topic } from "./broadcast.ts";

/** Maximum number of rooms of one socket; a page needs four. */
export const MAX_ROOMS = 10;

/** Rooms a socket joined to receive fewer events (docs/rules/pages.md#rooms). */
export interface Rooms {
  readonly statuses: Set<string>;
  notification: boolean;
}

export const noRooms = (): Rooms => ({ statuses: new Set(), notification: false });

/**
 * Whether the rooms of a socket let an event through. A socket without rooms receives everything its user may
 * see; a socket with rooms receives the ticket events of its rooms and of the tickets it watches. Permissions are checked separately.
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
