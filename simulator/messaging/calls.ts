import { randomBytes } from "node:crypto";
import type { Companion } from "#simulator/devices/companion.ts";
import type { CallEvent } from "#simulator/feed.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { allChildren, type BinaryNode, node } from "#simulator/transport/node.ts";
import { addressOf, alternateOf } from "./letter.ts";

/** A call as both phones see it while it rings. */
export type Call = Omit<CallEvent, "status">;

function tell(caller: Phone, callee: Phone, call: CallEvent): void {
  const { feed } = caller.network;
  caller.calls.push(call);
  callee.calls.push(call);
  feed.emit({ type: "call", number: caller.number, call });
  feed.emit({ type: "call", number: callee.number, call });
}

function ring(caller: Phone, callee: Phone, call: Call, info: BinaryNode): void {
  const { clock } = caller.network;
  const attrs = {
    from: addressOf(caller, caller.addressing),
    id: `${info.tag}-${call.id}`,
    t: Math.floor(clock.now() / 1000),
    notify: caller.name,
  };
  for (const reader of callee.companions.values()) reader.deliver(node("call", attrs, [info]));
}

function callAttributes(caller: Phone, call: Call) {
  return {
    "call-id": call.id,
    "call-creator": addressOf(caller, caller.addressing),
    caller_pn: caller.addressing === "lid" ? alternateOf(caller, "lid") : null,
  };
}

/** A handset calls; the other side's devices ring until the call ends. */
export function startCall(caller: Phone, callee: Phone, isVideo: boolean): Call {
  const id = randomBytes(16).toString("hex").toUpperCase();
  const call: Call = { id, from: caller.number, to: callee.number, isVideo };
  const media = isVideo ? [node("audio"), node("video")] : [node("audio")];
  ring(caller, callee, call, node("offer", callAttributes(caller, call), media));
  tell(caller, callee, { ...call, status: "offer" });
  return call;
}

/** The caller hangs up, or the call was not answered (`timeout`). */
export function endCall(caller: Phone, callee: Phone, call: Call, reason: "hangup" | "timeout"): void {
  const attrs = { ...callAttributes(caller, call), reason: reason === "timeout" ? "timeout" : null };
  ring(caller, callee, call, node("terminate", attrs));
  tell(caller, callee, { ...call, status: "terminate" });
}

/** A linked device accepts or rejects a call: rejections reach the caller. */
export function receiveCall(companion: Companion, stanza: BinaryNode): void {
  const { id, to } = stanza.attrs;
  companion.whisper(node("ack", { class: "call", id, from: to }));
  const info = allChildren(stanza)[0];
  const caller = companion.phone.network.directory.find(to)?.phone;
  if (!caller || !info || info.tag !== "reject") return;
  const call = {
    id: info.attrs["call-id"] ?? "",
    from: caller.number,
    to: companion.phone.number,
    isVideo: false,
  };
  tell(caller, companion.phone, { ...call, status: "reject" });
}
