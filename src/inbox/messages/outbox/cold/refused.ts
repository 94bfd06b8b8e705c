import {
  askAfterRefusal,
  openRestriction,
  REFUSALS,
  restrictAfterRefusal,
} from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { hold, isCold, newChatRestriction } from "./hold.ts";

/** Pause before the one repetition of a message to an established chat, ms. */
const REPEAT_MS = 30_000;
/** Time limit for the network's answer whether the number is restricted, ms. */
const ANSWER_MS = 10_000;
/** The network's refusal of a message because the number sends too fast. */
const TOO_FAST = "429";
/** Pause after the first refusal for sending too fast; each further one takes four times as long, ms. */
const RATE_PAUSE_MS = 60_000;
const MAX_RATE_PAUSE_MS = 24 * 60 * 60_000;

/**
 * Holds a message that the network refused because of a restriction (463, 475) or because the number sends too fast (429). Returns
 * false for any other error. A message to an established chat is sent once more if no restriction is in force then: the network also
 * refuses when the chat's privacy token is missing, and the driver meanwhile issues a new one. No other message is repeated
 * (docs/rules/reach.md#established-chats).
 */
export function holdRefused(unit: TenantUnit, row: OutboxRow, error: string | null): boolean {
  if (error === TOO_FAST) return holdForPace(unit, row);
  const kind = error === null ? undefined : REFUSALS[error];
  if (!kind) return false;
  const { connectionId } = row;
  const waitMs = askAfterRefusal(unit, connectionId, kind);
  const isEstablished = !isCold(unit.db, row);
  const restriction = newChatRestriction(unit.db, connectionId);
  if (isEstablished && !restriction) {
    const isFirst = row.refusals === 0;
    const repeatAt = unit.now + Math.max(REPEAT_MS, waitMs + ANSWER_MS);
    hold(unit, row, "refused", { ...(isFirst && { untilMs: repeatAt }), isRefused: true });
    return true;
  }
  if (!restriction)
    openRestriction(unit, { connectionId, kind, code: error, endsAt: null, isSuspected: true });
  hold(unit, row, restriction?.kind ?? kind, { isRefused: true });
  return true;
}

/**
 * Holds a message that Meta refused for a temporary reason: a limit, or a restriction of the account. Returns false when the refusal
 * is final. `detail` begins with Meta's error number (docs/rules/reach.md#official-numbers).
 */
export function holdRefusedByMeta(unit: TenantUnit, row: OutboxRow, detail: string | null): boolean {
  const refusal = restrictAfterRefusal(unit, row.connectionId, detail);
  if (!refusal) return false;
  const { restriction } = refusal;
  if (restriction) hold(unit, row, restriction.kind, { isRefused: true });
  else holdForPace(unit, row);
  return true;
}

/** Holds a message that was refused only because the number sends too fast. */
function holdForPace(unit: TenantUnit, row: OutboxRow): true {
  const pauseMs = Math.min(RATE_PAUSE_MS * 4 ** row.refusals, MAX_RATE_PAUSE_MS);
  hold(unit, row, "refused", { untilMs: unit.now + pauseMs, isRefused: true });
  return true;
}
