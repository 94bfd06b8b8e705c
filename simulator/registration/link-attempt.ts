import { randomBytes } from "node:crypto";
import type { proto } from "@whiskeysockets/baileys";
import type { PasskeyLink } from "#simulator/passkey/passkey-link.ts";
import { readNumber } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";

/** The client's side of a pairing code, after it requested one. */
export interface CodeRequest {
  /** Number the client wants to be linked to. */
  readonly number: string;
  readonly ref: Uint8Array;
  /** salt32 | iv16 | AES-CTR(companion's ephemeral key), readable with the code. */
  readonly wrappedEphemeral: Uint8Array;
  /** Called with the client's finish stanza. */
  finish: ((bundle: Uint8Array, companionIdentity: Uint8Array) => void) | null;
}

/** A connection without an account that waits to be linked. */
export interface LinkAttempt {
  readonly wire: Wire;
  readonly refs: readonly string[];
  readonly data: proto.ClientPayload.IDevicePairingRegistrationData;
  code: CodeRequest | null;
  /** The passkey exchange that the account requires after the scan or the code; null before. */
  passkey: PasskeyLink | null;
}

/** Number of codes per attempt, as on the real server. */
const REFS = 6;

export function newLinkAttempt(
  wire: Wire,
  data: proto.ClientPayload.IDevicePairingRegistrationData,
): LinkAttempt {
  const refs = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString("base64")}`);
  return { wire, refs, data, code: null, passkey: null };
}

/** Public keys the client registered with. */
export function keysOf({ data, wire }: LinkAttempt) {
  return {
    noiseKey: wire.noiseKey,
    identity: data.eIdent ?? new Uint8Array(0),
    registrationId: readNumber(data.eRegid ?? undefined),
    signedPreKey: {
      id: readNumber(data.eSkeyId ?? undefined),
      value: data.eSkeyVal ?? new Uint8Array(0),
      signature: data.eSkeySig ?? new Uint8Array(0),
    },
  };
}
