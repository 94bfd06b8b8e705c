import type { AccountLimits, NewChatQuota, ReachoutLock } from "#channels/connections/provider.ts";

/** The type of a quota that a notification states without its type. */
const NOTIFIED_TYPE = "INDIVIDUAL_NEW_CHAT_MSG";

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Seconds as text or number, in ms; null for nothing, 0 and anything unreadable. */
function instant(value: unknown): number | null {
  const seconds = Number(value ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}

/**
 * Reads a lock from the network's own fields. Baileys' enum is not used: it turns every unknown kind of lock into
 * "no restriction".
 */
export function readLock(value: unknown): ReachoutLock | null {
  if (!isFields(value) || typeof value["is_active"] !== "boolean") return null;
  const type = value["enforcement_type"];
  return {
    isActive: value["is_active"],
    endsAt: instant(value["time_enforcement_ends"]),
    type: typeof type === "string" ? type.slice(0, 100) : "",
  };
}

export function readQuota(value: unknown, askedType?: string): NewChatQuota | null {
  if (!isFields(value)) return null;
  const total = Number(value["total_quota"] ?? -1);
  const used = Number(value["used_quota"] ?? 0);
  const { type, capping_status: status } = value;
  if (!Number.isInteger(total) || !Number.isInteger(used)) return null;
  return {
    type: askedType ?? (typeof type === "string" ? type.slice(0, 100) : NOTIFIED_TYPE),
    status: typeof status === "string" ? status.slice(0, 100) : "NONE",
    total: total < 0 ? null : total,
    used,
    startsAt: instant(value["cycle_start_timestamp"]),
    endsAt: instant(value["cycle_end_timestamp"]),
  };
}

/** Reads a `mex` notification; null when it is about something else or unreadable. */
export function readNotification(json: string): AccountLimits | null {
  const data = dataOf(json);
  if (!data) return null;
  const lock = readLock(data["xwa2_notify_account_reachout_timelock"]);
  const quota = readQuota(data["xwa2_notify_new_chat_messages_capping_info_update"]);
  return lock || quota ? { lock, quotas: quota ? [quota] : [] } : null;
}

/** The `data` of a GraphQL answer; null when it has errors or is unreadable. */
export function dataOf(json: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(json);
    if (!isFields(parsed) || (Array.isArray(parsed["errors"]) && parsed["errors"].length > 0)) return null;
    return isFields(parsed["data"]) ? parsed["data"] : null;
  } catch {
    return null;
  }
}
