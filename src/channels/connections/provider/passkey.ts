import type { PasskeyStep } from "#channels/connections/linking/contract.ts";

export type { PasskeyStep };

/** Reasons for which a link ends while its account requires a passkey. */
export type PasskeyEnd = "passkey_timeout" | "passkey_refused" | "passkey_unanswered";

/** The passkey step that a link waits for. */
export interface PasskeyState {
  readonly step: PasskeyStep;
  /** The network's `PublicKeyCredentialRequestOptionsJSON`; null once it was answered. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** ms. */
  readonly expiresAt: number;
  /** `XXXX-XXXX`, which the phone must show too; null except at `passkey_confirm`. */
  readonly code: string | null;
}

/** What an authenticator returned, as `PublicKeyCredential.toJSON()`; all bytes are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

export type PasskeyResult =
  | { readonly state: "accepted" }
  /** The assertion does not answer the request; `field` names the part that is wrong. Nothing was sent. */
  | { readonly state: "invalid"; readonly field: string }
  /** No link waits for this. */
  | { readonly state: "wrong_step" }
  /** `code`: the error code of the network; null when it did not answer. */
  | { readonly state: "refused"; readonly code: number | null };
