import type { NetworkIdentity } from "./identity.ts";
import type { AccountLimits, Ban } from "./limits.ts";
import type { PasskeyEnd, PasskeyStep } from "./passkey.ts";

/** Identifies a session; connection ids are unique only inside a company. */
export interface SessionKey {
  readonly companyId: number;
  readonly connectionId: number;
}

/** Why a session closed; determines status and restart (docs/rules/connections.md#states). */
export type CloseReason =
  | "network"
  | "restart_required"
  | "version_refused"
  | "logged_out"
  | "blocked"
  /** Banned for a time; the credentials stay valid. */
  | "temp_ban"
  /** The owner ended the connection in the WhatsApp Business app; Meta announces when it is back. */
  | "offboarded"
  | "replaced"
  | "qr_not_scanned"
  | "pairing_timeout"
  | "session_damaged"
  /** The engine no longer handles what the network sends; the next start gets a new engine. */
  | "engine_stuck"
  /** The network rejects the stored token; an admin has to connect again. */
  | "token_invalid"
  | PasskeyEnd
  | "stopped";

export interface StartOptions {
  /** Directory of this connection's session (keys and journal); created when missing. */
  readonly directory: string;
  /** Directory for files downloaded from the network. */
  readonly mediaDirectory: string;
  /** Proxy URL (http, https, socks) for websocket and media. */
  readonly proxyUrl?: string;
  /** `ALLOW_PRIVATE_URLS`: the proxy may be inside a private network. */
  readonly allowPrivateProxy?: boolean;
  /** Request a pairing code for this number (digits) instead of a QR code. */
  readonly pairingNumber?: string;
  /** Import the history the phone offers at the first link. */
  readonly importHistory?: boolean;
  /** Reject incoming calls (docs/rules/automation.md#calls). */
  readonly rejectCalls: boolean;
  /** Version of WhatsApp Web to announce; by default the newest one the driver knows. */
  readonly clientVersion?: ClientVersionNumber;
}
/** `2.3000.1023` in its three parts. */
type ClientVersionNumber = readonly [primary: number, secondary: number, tertiary: number];

/** Events of a session itself. */
export type SessionEvent =
  /** `attempt` counts the codes of this start, 1..3. */
  | { readonly type: "qr"; readonly qr: string; readonly attempt: number }
  | { readonly type: "pairing_code"; readonly code: string }
  /** The QR was scanned or the code typed; the session opens soon. */
  | { readonly type: "pairing" }
  /** The account requires a passkey, or the passkey exchange has reached its next step. */
  | { readonly type: "passkey"; readonly step: PasskeyStep }
  | { readonly type: "open"; readonly identities: readonly NetworkIdentity[]; readonly name: string | null }
  | {
      readonly type: "closed";
      readonly reason: CloseReason;
      readonly detail: string;
      /** For `temp_ban` and `blocked`: reason, duration and text that the network sent. */
      readonly ban?: Ban;
    }
  /** The network notified a change of the account's restrictions. */
  | { readonly type: "limits"; readonly limits: AccountLimits }
  /** The network sent something; emitted at most once per 5 s. `at` in ms. */
  | { readonly type: "alive"; readonly at: number };
