import type { InboundEvent } from "#channels/connections/provider.ts";
import type { Directory } from "#channels/connections/whatsapp/store/directory.ts";
import type { JournalRow } from "#channels/connections/whatsapp/store/journal.ts";

type CallRow = Extract<JournalRow, { kind: "call" }>;
type CallEvent = Extract<InboundEvent, { kind: "call" }>;

export interface CallFollower {
  /**
   * The event of a call that this stanza ends; null while the call continues. With `rejecting`, a call ends as soon
   * as it rings, and `reject` has the id and address to refuse on the network.
   */
  follow(row: CallRow, rejecting: boolean): FollowedCall;
}

interface FollowedCall {
  readonly event: CallEvent | null;
  readonly reject: { readonly callId: string; readonly from: string } | null;
}

interface Known {
  readonly video: boolean;
  readonly group: boolean;
  over: boolean;
}

const REMEMBERED_CALLS = 100;

/** Follows calls from the first ring to their end: one event per call. */
export function createCallFollower(directory: Pick<Directory, "describe" | "chatKey">): CallFollower {
  const calls = new Map<string, Known>();
  const known = (id: string, row: CallRow): Known => {
    const found = calls.get(id);
    if (found) return found;
    const group = row.call.attrs["type"] === "group" || row.call.attrs["group-jid"] !== undefined;
    const call = { video: row.call.video, group, over: false };
    calls.set(id, call);
    const oldest = calls.keys().next();
    if (calls.size > REMEMBERED_CALLS && !oldest.done) calls.delete(oldest.value);
    return call;
  };
  return {
    follow(row, rejecting) {
      const { tag, attrs } = row.call;
      const callId = attrs["call-id"] ?? "";
      const call = known(callId, row);
      const outcome = call.over ? null : outcomeOf(tag, row, rejecting);
      if (!outcome) return { event: null, reject: null };
      call.over = true;
      const from = attrs["call-creator"] ?? attrs["from"] ?? row.attrs["from"] ?? "";
      const chat = directory.describe(from, attrs["caller_pn"], attrs["caller_lid"]);
      const at = Number(row.attrs["t"] ?? 0) * 1000;
      const base = { chat, chatKey: directory.chatKey(chat), at, eventKey: `call:${callId}` };
      return {
        event: { ...base, kind: "call", callId, video: call.video, outcome, group: call.group },
        reject: tag === "offer" && outcome === "rejected" ? { callId, from } : null,
      };
    },
  };
}

function outcomeOf(tag: string, row: CallRow, rejecting: boolean): CallEvent["outcome"] | null {
  // A call that rang while we were offline is reported afterwards: it was not answered here.
  const offline = row.attrs["offline"] !== undefined;
  if (tag === "offer" && !offline) return rejecting ? "rejected" : null;
  if (tag === "offer" || tag === "offer_notice" || tag === "terminate") return "missed";
  if (tag === "accept") return "answered";
  return tag === "reject" ? "rejected" : null;
}
