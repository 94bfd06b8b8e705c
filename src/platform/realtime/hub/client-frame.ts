import * as v from "valibot";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import { MAX_ROOMS } from "#platform/realtime/rooms.ts";

const Id = v.pipe(v.number(), v.integer(), v.minValue(1));
const status = v.pipe(v.string(), v.maxLength(20));

const Frame = v.variant("t", [
  v.object({
    t: v.literal("auth"),
    token: v.string(),
    cursor: v.exactOptional(v.pipe(v.number(), v.integer())),
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
