import { type ClientFrame, SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { MAX_ROOMS } from "#platform/realtime/rooms.ts";
import { readClientFrame } from "./client-frame.ts";
import type { Groups } from "./groups.ts";
import { type HubLimits, SOCKETS } from "./limits.ts";
import type { HubOptions, Watching } from "./options.ts";
import { type Publisher, sendFrame } from "./publisher.ts";
import type { Connected, HubSocket } from "./socket.ts";

const MAX_FRAMES_PER_SECOND = 50;
/** Of one person over all sockets; opening many tabs at once takes a few frames each. */
const MAX_PERSON_FRAMES_PER_SECOND = 200;
const MAX_WATCHES = 50;

/** Handles the frames of a browser: the first one authenticates, the others are handled here or passed to the features. */
export function createFrameHandler<Viewer extends Watching>(
  options: HubOptions<Viewer>,
  groups: Groups<Viewer>,
  { flush, deliver }: Publisher<Viewer>,
  limits: HubLimits<Viewer>,
): (ws: HubSocket<Viewer>, text: string) => void {
  const watch = (ws: HubSocket<Viewer>, connected: Connected<Viewer>, ticketId: number) => {
    if (ws.data.watching.has(ticketId)) return;
    if (ws.data.watching.size >= MAX_WATCHES || !options.mayWatch(connected, ticketId)) {
      sendFrame(ws, { t: "denied", ticketId });
      return;
    }
    ws.data.watching.add(ticketId);
    options.onFrame(connected, { t: "joinChatBox", ticketId });
  };

  const enter = (ws: HubSocket<Viewer>, frame: Extract<ClientFrame, { t: "auth" }>) => {
    const { token, cursor, watch: watched = [], rooms } = frame;
    const connected = options.authenticate(token, ws.data.watching);
    if (!connected) {
      ws.close(SOCKET_CLOSE.badToken, "bad token");
      return;
    }
    const known = groups.of(connected.groupId);
    const ofPerson = known.users.get(connected.userId) ?? 0;
    const isFull = known.sockets.size >= SOCKETS.company || ofPerson >= SOCKETS.person;
    if (options.limitSockets && isFull) {
      ws.close(SOCKET_CLOSE.tooMany, "too many sockets");
      return;
    }
    ws.data.cancelDeadline();
    limits.signedIn(ws);
    // Pending events are sent before this socket joins, so that it does not receive them twice.
    flush();
    ws.data.connected = connected;
    if (rooms) {
      for (const status of rooms.statuses) ws.data.rooms.statuses.add(status);
      ws.data.rooms.notification = rooms.notification;
    }
    known.sockets.add(ws);
    const sockets = (known.users.get(connected.userId) ?? 0) + 1;
    known.users.set(connected.userId, sockets);
    sendFrame(ws, { t: "ready", cursor: known.backlog.cursor, sessionId: connected.sessionId });
    const missed = cursor === undefined ? [] : known.backlog.since(cursor, options.clock.now());
    for (const ticketId of watched) watch(ws, connected, ticketId);
    if (cursor !== undefined) {
      if (missed) deliver(ws, missed);
      else sendFrame(ws, { t: "resync", cursor: known.backlog.cursor });
    }
    if (sockets === 1) options.onPresence(connected, sockets);
  };

  /** Joins and leaves rooms; false for any other frame. */
  const changeRooms = ({ data: { rooms } }: HubSocket<Viewer>, frame: ClientFrame): boolean => {
    // What happened before a room was joined or left is sent by the rooms of that moment.
    if (/^(join|leave)(Tickets|Notification)$/.test(frame.t)) flush();
    if (frame.t === "joinTickets" && rooms.statuses.size < MAX_ROOMS) rooms.statuses.add(frame.status);
    else if (frame.t === "leaveTickets") rooms.statuses.delete(frame.status);
    else if (frame.t === "joinNotification") rooms.notification = true;
    else if (frame.t === "leaveNotification") rooms.notification = false;
    else return frame.t === "joinTickets";
    return true;
  };

  /** Counts a frame of a person over all sockets, so that many sockets do not multiply what one may send. */
  const isPersonFlooding = ({ groupId, userId }: Connected<Viewer>, second: number): boolean => {
    const group = groups.of(groupId);
    if (group.second !== second) {
      group.second = second;
      group.frames.clear();
    }
    const frames = (group.frames.get(userId) ?? 0) + 1;
    group.frames.set(userId, frames);
    return frames > MAX_PERSON_FRAMES_PER_SECOND;
  };

  const flooding = ({ data }: HubSocket<Viewer>): boolean => {
    const second = Math.floor(options.clock.now() / 1000);
    if (data.connected && isPersonFlooding(data.connected, second)) return true;
    if (data.second !== second) {
      data.second = second;
      data.frames = 0;
    }
    data.frames += 1;
    return data.frames > MAX_FRAMES_PER_SECOND;
  };

  return (ws, text) => {
    const frame = flooding(ws) ? null : readClientFrame(text);
    if (!frame) {
      ws.close(SOCKET_CLOSE.badFrame, "bad frame");
      return;
    }
    const { connected } = ws.data;
    if (!connected) {
      if (frame.t === "auth") enter(ws, frame);
      else ws.close(SOCKET_CLOSE.badToken, "authenticate first");
      return;
    }
    if (frame.t === "auth") return;
    if (frame.t === "visible") {
      ws.data.hidden = !frame.visible;
      return;
    }
    if (changeRooms(ws, frame)) return;
    if (frame.t === "joinChatBox") {
      watch(ws, connected, frame.ticketId);
      return;
    }
    if (frame.t === "leaveChatBox" && !ws.data.watching.delete(frame.ticketId)) return;
    options.onFrame(connected, frame);
  };
}
