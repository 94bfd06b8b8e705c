import { type BinaryNode, getBinaryNodeChild, proto } from "@whiskeysockets/baileys";
import type { PasskeyAssertion } from "#channels/connections/provider/passkey.ts";
import type { PrimaryHalf } from "./crypto.ts";

export const PROLOGUE_REQUEST = "passkey_prologue_request";
export const CONTINUATION = "crsc_continuation";

const HALF_BYTES = 32;
const SERVER = "s.whatsapp.net";

/** True for a stanza of the server itself. */
export const isFromServer = ({ attrs }: BinaryNode): boolean =>
  attrs["from"] === SERVER || attrs["from"] === `@${SERVER}`;

/** The options of a passkey request, as the network sent them. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string };

function bytesOf(parent: BinaryNode | undefined, tag: string): Buffer | null {
  const content = getBinaryNodeChild(parent, tag)?.content;
  if (content instanceof Uint8Array) return Buffer.from(content);
  return typeof content === "string" ? Buffer.from(content) : null;
}

/** The options in a notification or an answer; null when they are missing or unreadable. */
export function readOptions(node: BinaryNode | undefined): PasskeyOptions | null {
  const bytes = bytesOf(node, "passkey_request_options");
  if (!bytes) return null;
  try {
    const options: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof options !== "object" || options === null || Array.isArray(options)) return null;
    return "challenge" in options && typeof options.challenge === "string" && options.challenge !== ""
      ? (options as PasskeyOptions)
      : null;
  } catch {
    return null;
  }
}

export const readRef = (answer: BinaryNode): string | null =>
  bytesOf(answer, "ref")?.toString("utf8") || null;

/** The phone's half in a continuation; null when it is unreadable or a field does not have 32 bytes. */
export function readPrimaryHalf(node: BinaryNode): PrimaryHalf | null {
  const bytes = bytesOf(node, "primary_ephemeral_identity");
  if (!bytes) return null;
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
    if (publicKey?.length !== HALF_BYTES || nonce?.length !== HALF_BYTES) return null;
    return { publicKey, nonce };
  } catch {
    return null;
  }
}

const iq = (type: "get" | "set", content: BinaryNode): BinaryNode => ({
  tag: "iq",
  attrs: { to: SERVER, type, xmlns: "md" },
  content: [content],
});
const leaf = (tag: string, content?: Uint8Array): BinaryNode =>
  content === undefined ? { tag, attrs: {} } : { tag, attrs: {}, content };

export const queryOptions = (): BinaryNode => iq("get", leaf("passkey_request_options"));
export const queryRef = (): BinaryNode => iq("get", leaf("ref"));

export function sendPrologue(prologue: {
  readonly assertion: PasskeyAssertion;
  readonly payload: Uint8Array;
  readonly proof: Uint8Array | null;
}): BinaryNode {
  const { assertion, payload, proof } = prologue;
  const { id, rawId, type, response } = assertion;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  // Only the fields that the network reads, in its order.
  const json = JSON.stringify({
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  });
  const content = [
    leaf("credential_id", Buffer.from(rawId, "base64url")),
    leaf("webauthn_assertion", Buffer.from(json)),
    leaf("prologue_payload", payload),
    ...(proof ? [leaf("pairing_handoff_proof", proof)] : []),
  ];
  return iq("set", { tag: "passkey_prologue", attrs: {}, content });
}

export const sendNonce = (nonce: Uint8Array): BinaryNode => iq("set", leaf("companion_nonce", nonce));
export const sendPairingRequest = (sealed: Uint8Array): BinaryNode =>
  iq("set", leaf("encrypted_pairing_request", sealed));
