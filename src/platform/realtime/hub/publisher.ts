import type { Clock } from "#platform/clock.ts";
import { isDoorOpen } from "#platform/db/durability/doors.ts";
import type { Sent } from "#platform/realtime/backlog.ts";
import { type Broadcast, isInRoom } from "#platform/realtime/broadcast.ts";
import { type ServerFrame, SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import type { Groups } from "./groups.ts";
import { type HubLimits, MAX_WAITING_BYTES } from "./limits.ts";
import type { HubSocket } from "./socket.ts";

/** Sends events to browsers, in order. */
export interface Publisher<Viewer> {
  /** Numbers the events of a company and sends them to those who may see them, in order. */
  publish(groupId: number, broadcasts: readonly Broadcast<Viewer>[]): void;
  /** Sends pending events now instead of at the end of this turn of the event loop. */
  flush(): void;
  /** Sends the events that the user of this socket may see. */
  deliver(ws: HubSocket<Viewer>, events: readonly Sent<Viewer>[]): void;
}

export function sendFrame<Viewer>(ws: HubSocket<Viewer>, frame: ServerFrame): void {
  if (isDoorOpen("broadcasts")) ws.send(JSON.stringify(frame));
}

export function createPublisher<Viewer>(options: {
  readonly clock: Clock;
  readonly groups: Groups<Viewer>;
  readonly mayHear: (viewer: Viewer, channel: string) => boolean;
  readonly leave: (ws: HubSocket<Viewer>) => void;
  readonly limits: HubLimits<Viewer>;
}): Publisher<Viewer> {
  const { clock, groups, mayHear, leave, limits } = options;
  let flushing = false;

  const sees = (viewer: Viewer, { channel, audience }: Sent<Viewer>["broadcast"]) =>
    mayHear(viewer, channel) && (audience === "everyone" || audience(viewer));

  const deliver = (ws: HubSocket<Viewer>, events: readonly Sent<Viewer>[]) => {
    const { connected, rooms, watching } = ws.data;
    const viewer = connected?.viewer;
    if (!viewer) return;
    if (!isDoorOpen("broadcasts")) {
      // Another node may own the data by now. The page connects again, and reloads its lists there.
      leave(ws);
      ws.close(1001, "not the owner");
      return;
    }
    if (ws.getBufferedAmount() > MAX_WAITING_BYTES) {
      // It may never read the close frame: it is removed now, and the idle timeout ends the connection.
      leave(ws);
      ws.close(SOCKET_CLOSE.tooSlow, "too slow");
      return;
    }
    ws.cork(() => {
      for (const { broadcast, frame } of events)
        if (isInRoom(viewer, rooms, watching, broadcast.topic) && sees(viewer, broadcast)) ws.send(frame);
    });
    limits.sent(ws);
  };
  const flush = () => {
    flushing = false;
    for (const known of groups.all.values()) {
      if (known.pending.length === 0) continue;
      const events = known.pending;
      known.pending = [];
      for (const ws of known.sockets) deliver(ws, events);
    }
  };
  return {
    publish(groupId, broadcasts) {
      const known = groups.all.get(groupId);
      // Without a recent socket no client can request this event later.
      if (!known) return;
      const now = clock.now();
      for (const broadcast of broadcasts)
        known.pending.push(known.backlog.add(`company-${groupId}-`, broadcast, now));
      if (!flushing) {
        flushing = true;
        // One write per socket for all events of one turn of the event loop.
        setImmediate(flush);
      }
    },
    flush,
    deliver,
  };
}
