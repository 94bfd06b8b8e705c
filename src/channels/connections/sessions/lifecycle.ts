import type { ConnectionStatus, Health } from "#channels/connections/contract.ts";
import { isPasskeyStep, type PasskeyStep } from "#channels/connections/linking/contract.ts";
import type { Ban, CloseReason } from "#channels/connections/provider.ts";

/** The stored state of a session. */
export interface SessionState {
  readonly status: ConnectionStatus;
  readonly statusReason: string | null;
  readonly qrcode: string;
  /** Number of the QR code that is shown, 1..3; 0 when none is shown. */
  readonly retries: number;
  readonly health: Health;
}

/** Everything that changes the state of a session (docs/rules/connections.md#states). */
export type Trigger =
  /** A start: by a command, by the creation of the row, or at a server start with stored credentials. */
  | { readonly type: "starting" }
  /** A start that shows a pairing code instead of a QR code. */
  | { readonly type: "starting_with_code" }
  /** A server start without stored credentials. */
  | { readonly type: "never_linked" }
  | { readonly type: "qr"; readonly qr: string; readonly attempt: number }
  | { readonly type: "pairing" }
  | { readonly type: "pairing_too_long" }
  | { readonly type: "passkey"; readonly step: PasskeyStep }
  | { readonly type: "passkey_too_long" }
  /** `number`: the connection's own number, digits; null when the network did not send it. */
  | { readonly type: "open"; readonly number: string | null }
  | { readonly type: "closed"; readonly reason: CloseReason; readonly ban?: Ban | undefined }
  /** A start of a number that is still banned for a time. */
  | { readonly type: "still_banned" }
  /** One minute without a connection. */
  | { readonly type: "offline_too_long" }
  | { readonly type: "lease_lost" }
  /** Another process holds a valid lease. */
  | { readonly type: "lease_busy" }
  | { readonly type: "logged_out_by_user" }
  /** The company is disabled, or a week past its due date. */
  | { readonly type: "suspended" }
  | { readonly type: "no_event_for_long" }
  | { readonly type: "heard_again" }
  /** Restarted twice within half an hour without receiving an event. */
  | { readonly type: "no_traffic" };

/** Effects of a transition, which the caller has to carry out. */
export type Effect =
  /** Reopen the socket at once; the attempt is not counted as a retry. */
  | "restart"
  /** Reopen after the next back-off. */
  | "retry"
  /** Reopen in ten minutes. */
  | "retry_slowly"
  /** Reopen one minute after the end of the ban. */
  | "retry_after_ban"
  /** Close the socket permanently. */
  | "stop"
  /** Erase the stored credentials. */
  | "wipe"
  /** Notify the admins. */
  | "notify"
  /** Start (or cancel) the two-minute timeout of a pairing. */
  | "begin_pairing"
  /** Replace the pairing timeout by the timeout of the passkey steps. */
  | "begin_passkey"
  | "end_pairing";

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

const at = (
  status: ConnectionStatus,
  statusReason: string | null,
  health: Health,
  qr?: { qr: string; attempt: number },
): SessionState => ({ status, statusReason, qrcode: qr?.qr ?? "", retries: qr?.attempt ?? 0, health });
const opening = (): SessionState => at("OPENING", null, "ok");
const disconnected = (reason: string): SessionState => at("DISCONNECTED", reason, "down");

/** `statusReason` of a session that is suspended until the company has paid; its credentials are kept. */
export const SUSPENDED = "subscription_expired";

/** `statusReason` of a number that the network banned for a time; its credentials are kept. */
const TEMP_BAN = "temp_ban";

/** True for a trigger that comes from a working connection to the network. */
export const showsNetwork = ({ type }: Trigger): boolean =>
  type === "qr" || type === "pairing" || type === "passkey" || type === "open";

/** The next state and its effects; pure. The table of docs/rules/connections.md#states is implemented only here. */
export function nextStep(state: SessionState, trigger: Trigger): Step {
  switch (trigger.type) {
    case "starting":
      return { state: opening(), effects: [] };
    case "starting_with_code":
      return { state: at("PAIRING", null, "ok"), effects: ["begin_pairing"] };
    case "never_linked":
      return { state: disconnected("never_linked"), effects: [] };
    case "qr":
      return { state: at("qrcode", null, "ok", trigger), effects: [] };
    case "pairing":
      return { state: at("PAIRING", null, "ok"), effects: ["begin_pairing"] };
    case "passkey":
      return {
        state: at("PAIRING", trigger.step, "ok"),
        effects: trigger.step === "passkey_required" ? ["begin_passkey"] : [],
      };
    case "passkey_too_long":
      return { state: disconnected("passkey_timeout"), effects: ["stop", "wipe"] };
    case "pairing_too_long":
      return { state: disconnected("pairing_timeout"), effects: ["stop", "wipe"] };
    case "open":
      return { state: at("CONNECTED", null, "ok"), effects: ["end_pairing"] };
    case "closed":
      return closed(state, trigger.reason);
    case "offline_too_long":
      return { state: at("TIMEOUT", state.statusReason ?? "network", "down"), effects: [] };
    case "lease_lost":
      return { state: disconnected("lease_lost"), effects: ["stop"] };
    case "lease_busy":
      return { state: waiting(state, "lease_busy"), effects: ["retry"] };
    case "logged_out_by_user":
      return { state: disconnected("by_user"), effects: [] };
    case "still_banned":
      return { state: at("TIMEOUT", TEMP_BAN, "down"), effects: ["retry_after_ban"] };
    case "suspended":
      return { state: disconnected(SUSPENDED), effects: ["stop"] };
    case "no_event_for_long":
      return { state: { ...state, health: "stale" }, effects: [] };
    case "heard_again":
      return { state: { ...state, health: "ok" }, effects: [] };
    case "no_traffic":
      return { state: at("TIMEOUT", "no_traffic", "down"), effects: ["stop", "notify", "retry_slowly"] };
  }
}

/** Further attempts do not hide a long outage: TIMEOUT stays until the session opens. */
const waiting = (state: SessionState, reason: string): SessionState =>
  state.status === "TIMEOUT" ? at("TIMEOUT", state.statusReason, "down") : at("OPENING", reason, "ok");

/**
 * The state of the passkey exchange is only in the memory of one socket: after the socket's end linking starts again.
 */
const isPasskeyLost = ({ status, statusReason }: SessionState): boolean =>
  status === "PAIRING" && isPasskeyStep(statusReason);

function closed(state: SessionState, reason: CloseReason): Step {
  const isInterrupted = reason === "network" || reason === "restart_required" || reason === "engine_stuck";
  if (isInterrupted && isPasskeyLost(state))
    return { state: disconnected("pairing_timeout"), effects: ["stop", "wipe"] };
  switch (reason) {
    case "network":
      return { state: waiting(state, "network"), effects: ["retry"] };
    case "restart_required":
      return { state: opening(), effects: ["restart"] };
    case "engine_stuck":
      return { state: at("OPENING", reason, "stale"), effects: ["restart"] };
    case "version_refused":
      return { state: at("TIMEOUT", reason, "down"), effects: ["retry_slowly"] };
    case "temp_ban":
      return {
        state: at("TIMEOUT", TEMP_BAN, "down"),
        effects: state.statusReason === TEMP_BAN ? ["retry_after_ban"] : ["notify", "retry_after_ban"],
      };
    case "offboarded":
      return { state: at("TIMEOUT", reason, "down"), effects: ["stop", "notify"] };
    case "logged_out":
    case "blocked":
      return { state: disconnected(reason), effects: ["stop", "wipe", "notify"] };
    case "replaced":
    case "session_damaged":
    case "token_invalid":
      return { state: disconnected(reason), effects: ["stop", "notify"] };
    case "qr_not_scanned":
    case "pairing_timeout":
    case "passkey_timeout":
    case "passkey_refused":
    case "passkey_unanswered":
      return { state: disconnected(reason), effects: ["stop", "wipe"] };
    case "stopped":
      return { state, effects: [] };
  }
}
