import { addressOf } from "#simulator/messaging/letter.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, node, SERVER } from "#simulator/transport/node.ts";

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The lock of new chats, in the form of both the notification and the answer to the query; times in seconds. */
export function lockFields(phone: Phone): Readonly<Record<string, unknown>> {
  const { lock, isLocked } = phone.standing;
  if (!lock || !isLocked) return { is_active: false };
  const ends = lock.endsAt === null ? {} : { time_enforcement_ends: String(seconds(lock.endsAt)) };
  return { is_active: true, enforcement_type: lock.type, ...ends };
}

/** The limit of new chats, in the form of both the notification and the answer to the query. */
export function capFields(phone: Phone): Readonly<Record<string, unknown>> {
  const { cap, capStatus, used } = phone.standing;
  if (!cap) return { total_quota: -1, used_quota: 0, capping_status: "NONE" };
  return {
    total_quota: cap.total ?? -1,
    used_quota: used,
    cycle_start_timestamp: String(seconds(cap.startsAt)),
    cycle_end_timestamp: String(seconds(cap.endsAt)),
    capping_status: capStatus,
  };
}

/** Notifies the linked devices of a change of the lock. */
export function announceLock(phone: Phone): void {
  announce(phone, "NotificationUserReachoutTimelockUpdate", {
    xwa2_notify_account_reachout_timelock: lockFields(phone),
  });
}

/** Notifies the linked devices of a change of the limit of new chats. */
export function announceCap(phone: Phone): void {
  announce(phone, "MessageCappingInfoNotification", {
    xwa2_notify_new_chat_messages_capping_info_update: capFields(phone),
  });
}

let count = 0;

function announce(phone: Phone, operation: string, data: Readonly<Record<string, unknown>>): void {
  const json = Buffer.from(JSON.stringify({ data }));
  deliver(phone, "mex", SERVER, [node("update", { op_name: operation }, json)]);
}

/** Lets `peer` give `phone` a privacy token: their chat counts as established, and the linked devices store the token. */
export function giveToken(phone: Phone, peer: Phone): void {
  phone.standing.tokens.add(peer.number);
  const t = seconds(phone.network.clock.now());
  const jid = addressOf(phone, "pn");
  const token = node("token", { jid, t, type: "trusted_contact" }, Buffer.from(`token-${peer.number}`));
  deliver(phone, "privacy_token", addressOf(peer, "pn"), [node("tokens", {}, [token])], {
    sender_lid: peer.lid ? addressOf(peer, "lid") : null,
  });
}

function deliver(
  phone: Phone,
  type: string,
  from: string,
  content: BinaryNode[],
  more: Readonly<Record<string, string | null>> = {},
): void {
  const t = seconds(phone.network.clock.now());
  for (const companion of phone.companions.values())
    companion.deliver(node("notification", { id: `standing-${++count}`, from, type, t, ...more }, content));
}
