import { memo, useState } from "react";
import type { Room } from "./ticket-view-model.ts";
import { RoomStream, type RoomStreamProps } from "./ticket-view-stream.tsx";
import "./cached-streams.css";

/** Conversations that stay drawn, the one on screen among them: about as many as somebody goes back and forth between. */
const KEPT_DRAWN = 8;

/** A conversation that was on screen. */
export interface Drawn {
  readonly room: Room;
  /** Its first visit: tells it from another room of the same ticket. */
  readonly key: number;
  /** Its last visit; they are counted over all conversations. */
  readonly visit: number;
}

/** What stays drawn when `room` comes on screen; in the order they came, so that nothing moves in the page. */
export function keepDrawn(drawn: readonly Drawn[], room: Room): readonly Drawn[] {
  const visit = Math.max(0, ...drawn.map((one) => one.visit)) + 1;
  const known = drawn.find((one) => one.room === room);
  const others = drawn.filter(({ room: { ticketId } }) => ticketId !== room.ticketId);
  const [oldest] = others.toSorted((a, b) => a.visit - b.visit);
  const rest = others.length < KEPT_DRAWN ? others : others.filter((one) => one !== oldest);
  return [...rest, { room, key: known?.key ?? visit, visit }].sort((a, b) => a.key - b.key);
}

/** Nothing of a conversation that is out of sight is drawn for what happens to the one on screen. */
const StillStream = memo(
  ({ isShown: _, ...props }: RoomStreamProps & { readonly isShown: boolean }) => <RoomStream {...props} />,
  (before, after) =>
    !after.isShown ||
    (Object.keys(after) as (keyof typeof after)[]).every((key) => before[key] === after[key]),
);

/**
 * The conversation of a room. Those before it stay in the page, out of sight and of reach: going back to one shows it at once,
 * at its end or its unread line as if it had just been opened.
 */
export function KeptStreams(props: Omit<RoomStreamProps, "visit">) {
  const { room } = props;
  const [drawn, setDrawn] = useState(() => keepDrawn([], room));
  const newest = drawn.reduce((a, b) => (b.visit > a.visit ? b : a));
  if (newest.room !== room) setDrawn(keepDrawn(drawn, room));
  return (
    <div className="kept-streams">
      {drawn.map((one) => {
        const isShown = one.room === room;
        return (
          <div key={one.key} className={isShown ? "kept-stream" : "kept-stream kept-stream-away"}>
            <StillStream {...props} room={one.room} visit={one.visit} isShown={isShown} />
          </div>
        );
      })}
    </div>
  );
}
