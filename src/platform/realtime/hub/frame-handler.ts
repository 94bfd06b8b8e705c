import * as v from "valibot";
import { MAX_ROOMS } from "#platform/realtime/broadcast.ts";
import { type ClientFrame, SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import type { Groups } from "./groups.ts";
import { type HubLimits, SOCKETS } from "./limits.ts";
import type { HubOptions, Watching } from "./options.ts";
import { type Publisher, sendFrame } from "./publisher.ts";
import type { Relays } from "./relay.ts";
import type { Connected, HubSocket } from "./socket.ts";

const Id = v.pipe(v.number(), v.integer(), v.minValue(1));
const status = v.pipe(v.string(), v.maxLength(20));

const Frame = v.variant("t", [
  v.object({
    t: v.literal("auth"),
    token: v.string(),
    cursor: v.exactOptional(v.pipe(v.number(), v.integer())),
    epoch: v.exactOptional(v.pipe(v.number(), v.integer())),
    watch: v.exactOptional(v.pipe(v.array(Id), v.maxLength(50))),
    rooms: v.exactOptional(
      v.object({ statuses: v.pipe(v.array(status), v.maxLength(MAX_ROOMS)), notification: v.boolean() }),
    ),
  }),
  v.object({ t: v.literal("joinTickets"), status }),
  v.object({ t: v.literal("leaveTickets"), status }),
  v.object({ t: v.literal("joinNotification") }),
  v.object({ t: v.literal("leaveNotification") }),
  v.object({ t: v.literal("joinChatBox"), ticketId: Id }),
  v.object({ t: v.literal("leaveChatBox"), ticketId: Id }),
  v.object({ t: v.literal("typing"), ticketId: Id }),
  v.object({ t: v.literal("joinChat"), chatId: Id }),
  v.object({ t: v.literal("visible"), visible: v.boolean() }),
  v.object({ t: v.literal("userStatus") }),
]);

/** Parses a frame of a browser; null when it is not valid. */
export function readClientFrame(text: string): ClientFrame | null {
  try {
    const result = v.safeParse(Frame, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

const MAX_FRAMES_PER_SECOND = 50;
/** Limit of one person over all sockets; each tab sends a few frames when it opens. */
const MAX_PERSON_FRAMES_PER_SECOND = 200;
const MAX_WATCHES = 50;
const GOING_AWAY = 1001;

/** Dependencies of the functions below. */
interface FrameHandler<Viewer extends Watching> {
  readonly options: HubOptions<Viewer>;
  readonly groups: Groups<Viewer>;
  readonly publisher: Publisher<Viewer>;
  readonly limits: HubLimits<Viewer>;
  readonly relays: Relays<Viewer>;
}

/** Handles the frames of a browser: the first one authenticates, the others are handled here or passed to the features. */
export const createFrameHandler =
  <Viewer extends Watching>(handler: FrameHandler<Viewer>) =>
  (ws: HubSocket<Viewer>, text: string): void => {
    const isRefused = isFlooding(handler, ws);
    const { relay } = ws.data;
    if (relay && !isRefused) {
      relay.pass(text);
      return;
    }
    const frame = isRefused ? null : readClientFrame(text);
    if (!frame) {
      ws.close(SOCKET_CLOSE.badFrame, "bad frame");
      return;
    }
    const { connected } = ws.data;
    if (connected) handle(handler, ws, connected, frame);
    else if (frame.t === "auth") authenticate(handler, ws, frame, text);
    else ws.close(SOCKET_CLOSE.badToken, "authenticate first");
  };

/** Adds a socket to its company, or gives it to the cell that serves the company. */
function authenticate<Viewer extends Watching>(
  handler: FrameHandler<Viewer>,
  ws: HubSocket<Viewer>,
  frame: Extract<ClientFrame, { t: "auth" }>,
  text: string,
): void {
  const cell = handler.options.elsewhere?.cellOf(frame.token) ?? null;
  if (cell === null) enter(handler, ws, frame);
  else handler.relays.start(ws, cell, text);
}

function handle<Viewer extends Watching>(
  handler: FrameHandler<Viewer>,
  ws: HubSocket<Viewer>,
  connected: Connected<Viewer>,
  frame: ClientFrame,
): void {
  if (frame.t === "auth") return;
  if (frame.t === "visible") {
    ws.data.hidden = !frame.visible;
    return;
  }
  if (changeRooms(handler, ws, frame)) return;
  if (frame.t === "joinChatBox") {
    watch(handler, ws, connected, frame.ticketId);
    return;
  }
  if (frame.t === "leaveChatBox" && !ws.data.watching.delete(frame.ticketId)) return;
  handler.options.onFrame(connected, frame);
}

function watch<Viewer extends Watching>(
  { options }: FrameHandler<Viewer>,
  ws: HubSocket<Viewer>,
  connected: Connected<Viewer>,
  ticketId: number,
): void {
  if (ws.data.watching.has(ticketId)) return;
  if (ws.data.watching.size >= MAX_WATCHES || !options.mayWatch(connected, ticketId)) {
    sendFrame(ws, { t: "denied", ticketId });
    return;
  }
  ws.data.watching.add(ticketId);
  options.onFrame(connected, { t: "joinChatBox", ticketId });
}

/** Authenticates a socket, adds it to its company and sends the events it missed. */
function enter<Viewer extends Watching>(
  handler: FrameHandler<Viewer>,
  ws: HubSocket<Viewer>,
  frame: Extract<ClientFrame, { t: "auth" }>,
): void {
  const { options, groups, publisher, limits } = handler;
  const { token, cursor, epoch, watch: watched = [], rooms } = frame;
  const connected = options.authenticate(token, ws.data.watching);
  if (connected === "away") {
    ws.close(GOING_AWAY, "company moves");
    return;
  }
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
  publisher.flush();
  ws.data.connected = connected;
  if (rooms) {
    for (const status of rooms.statuses) ws.data.rooms.statuses.add(status);
    ws.data.rooms.notification = rooms.notification;
  }
  known.sockets.add(ws);
  const sockets = (known.users.get(connected.userId) ?? 0) + 1;
  known.users.set(connected.userId, sockets);
  sendFrame(ws, {
    t: "ready",
    cursor: known.backlog.cursor,
    sessionId: connected.sessionId,
    ...(options.epoch !== undefined && { epoch: options.epoch }),
  });
  // A cursor of another owner counts other events, and its page may show rows that were never acknowledged.
  const isOfThisOwner = epoch === options.epoch;
  const missed =
    cursor === undefined || !isOfThisOwner ? null : known.backlog.since(cursor, options.clock.now());
  for (const ticketId of watched) watch(handler, ws, connected, ticketId);
  if (cursor !== undefined) {
    if (missed) publisher.deliver(ws, missed);
    else sendFrame(ws, { t: "resync", cursor: known.backlog.cursor });
  }
  if (sockets === 1) options.onPresence(connected, sockets);
}

/** Joins and leaves rooms; false for any other frame. */
function changeRooms<Viewer extends Watching>(
  { publisher }: FrameHandler<Viewer>,
  { data: { rooms } }: HubSocket<Viewer>,
  frame: ClientFrame,
): boolean {
  // Events before this frame are sent by the rooms that the socket had then.
  if (/^(join|leave)(Tickets|Notification)$/.test(frame.t)) publisher.flush();
  if (frame.t === "joinTickets" && rooms.statuses.size < MAX_ROOMS) rooms.statuses.add(frame.status);
  else if (frame.t === "leaveTickets") rooms.statuses.delete(frame.status);
  else if (frame.t === "joinNotification") rooms.notification = true;
  else if (frame.t === "leaveNotification") rooms.notification = false;
  else return frame.t === "joinTickets";
  return true;
}

function isFlooding<Viewer extends Watching>(
  { options, groups }: FrameHandler<Viewer>,
  { data }: HubSocket<Viewer>,
): boolean {
  const second = Math.floor(options.clock.now() / 1000);
  if (data.connected && isPersonFlooding(groups, data.connected, second)) return true;
  if (data.second !== second) {
    data.second = second;
    data.frames = 0;
  }
  data.frames += 1;
  return data.frames > MAX_FRAMES_PER_SECOND;
}

/** Counts the frames of a person over all sockets, so that more sockets do not raise the limit. */
function isPersonFlooding<Viewer>(
  groups: Groups<Viewer>,
  { groupId, userId }: Connected<Viewer>,
  second: number,
): boolean {
  const group = groups.of(groupId);
  if (group.second !== second) {
    group.second = second;
    group.frames.clear();
  }
  const frames = (group.frames.get(userId) ?? 0) + 1;
  group.frames.set(userId, frames);
  return frames > MAX_PERSON_FRAMES_PER_SECOND;
}
