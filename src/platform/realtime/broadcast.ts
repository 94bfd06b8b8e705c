import type { EventData } from "./contract.ts";

/** One event for the viewers who may see it. */
export interface Broadcast<Viewer> {
  /** Name without the company: `ticket`, `appMessage` … */
  readonly channel: string;
  readonly data: EventData;
  /** Pure: decided per viewer from rows before and after the change. `everyone` = the whole company. */
  readonly audience: "everyone" | ((viewer: Viewer) => boolean);
  /** For events of one ticket: the rooms that receive it. Events without a topic reach every socket. */
  readonly topic?: Topic<Viewer>;
}

/** The data that decides which rooms receive an event. It is stored as long as the event, so it has no other data. */
export interface Topic<Viewer> {
  readonly ticketId: number;
  /** Statuses of the ticket before and after the change. */
  readonly statuses: readonly string[];
  /** Whether the viewer's notification bell counts the ticket, before or after the change. Pure. */
  readonly notifies: (viewer: Viewer) => boolean;
}

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
