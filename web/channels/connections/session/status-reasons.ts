/** Values of `statusReason` with a text; any other value shows only the status (docs/rules/connections.md#states). */
const REASONS = [
  "network",
  "version_refused",
  "logged_out",
  "blocked",
  "temp_ban",
  "offboarded",
  "replaced",
  "qr_not_scanned",
  "pairing_timeout",
  "passkey_required",
  "passkey_answered",
  "passkey_confirm",
  "passkey_confirmed",
  "passkey_timeout",
  "passkey_refused",
  "passkey_unanswered",
  "session_damaged",
  "engine_stuck",
  "never_linked",
  "subscription_expired",
  "by_user",
  "no_traffic",
  "lease_lost",
  "token_invalid",
  "stopped",
] as const;
export type Reason = (typeof REASONS)[number];

export function isReason(reason: string | null | undefined): reason is Reason {
  return REASONS.some((known) => known === reason);
}
