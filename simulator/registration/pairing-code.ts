import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { hkdf } from "@whiskeysockets/baileys";
import { generateKeyPair, type KeyPair, sharedSecret } from "#simulator/crypto/curve.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import { decodeJid } from "#simulator/jids.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, bytesOf, child, node, SERVER } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import { linkAttempt } from "./link.ts";
import type { CodeRequest, LinkAttempt } from "./link-attempt.ts";

const TAG = "link_code_companion_reg";
const ITERATIONS = 2 << 16;
const GCM_TAG_BYTES = 16;

function codeKey(code: string, salt: Uint8Array): Buffer {
  return pbkdf2Sync(code, salt, ITERATIONS, 32, "sha256");
}

/** Handles stanzas of a client that links by code: `companion_hello` first, `companion_finish` last. */
export function receiveLinkCode(network: Network, wire: Wire, iq: BinaryNode): void {
  const attempt = network.attempts.get(wire);
  const request = child(iq, TAG);
  if (!attempt || !request) return;
  if (request.attrs["stage"] === "companion_hello") hello(network, attempt, iq, request);
  else finish(attempt, iq, request);
}

function hello(network: Network, attempt: LinkAttempt, iq: BinaryNode, request: BinaryNode): void {
  const ref = randomBytes(16);
  attempt.code = {
    number: decodeJid(request.attrs["jid"])?.user ?? "",
    ref,
    wrappedEphemeral:
      bytesOf(request, "link_code_pairing_wrapped_companion_ephemeral_pub") ?? new Uint8Array(0),
    finish: null,
  };
  const answer = node(TAG, { stage: "companion_hello" }, [node("link_code_pairing_ref", {}, ref)]);
  attempt.wire.send(node("iq", { from: SERVER, type: "result", id: iq.attrs["id"] }, [answer]));
  network.feed.emit({ type: "devices", number: attempt.code.number });
}

function finish(attempt: LinkAttempt, iq: BinaryNode, request: BinaryNode): void {
  const bundle = bytesOf(request, "link_code_pairing_wrapped_key_bundle");
  const identity = bytesOf(request, "companion_identity_public");
  attempt.wire.send(node("iq", { from: SERVER, type: "result", id: iq.attrs["id"] }));
  if (bundle && identity) attempt.code?.finish?.(bundle, identity);
}

/** True while a client waits for this phone's owner to type a code. */
export function awaitsCode(phone: Phone): boolean {
  return [...phone.network.attempts.values()].some(({ code }) => code?.number === phone.number);
}

/** The owner enters the code of a client. Rejects when no client requested one or the code is wrong. */
export async function enterCode(phone: Phone, typed: string): Promise<Companion> {
  const code = typed.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
  const attempts = [...phone.network.attempts.values()].reverse();
  const attempt = attempts.find((each) => each.code?.number === phone.number);
  if (!attempt?.code) throw new Error("no device asked this number for a code");
  const ephemeral = generateKeyPair();
  const { bundle, identity } = await helloFromPhone(phone, attempt, attempt.code, code, ephemeral);
  const secret = openBundle(attempt.code, code, ephemeral, phone, bundle, identity);
  return linkAttempt(phone, attempt, secret);
}

function helloFromPhone(
  phone: Phone,
  attempt: LinkAttempt,
  request: CodeRequest,
  code: string,
  ephemeral: KeyPair,
): Promise<{ bundle: Uint8Array; identity: Uint8Array }> {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-ctr", codeKey(code, salt), iv);
  const wrapped = Buffer.concat([salt, iv, cipher.update(ephemeral.public), cipher.final()]);
  const answered = new Promise<{ bundle: Uint8Array; identity: Uint8Array }>((resolve) => {
    request.finish = (bundle, identity) => resolve({ bundle, identity });
  });
  const t = Math.floor(phone.network.clock.now() / 1000);
  const id = `code-${phone.network.requests.newId()}`;
  attempt.wire.send(
    node("notification", { from: SERVER, type: TAG, id, t }, [
      node(TAG, { stage: "primary_hello" }, [
        node("link_code_pairing_wrapped_primary_ephemeral_pub", {}, wrapped),
        node("primary_identity_pub", {}, phone.handset.identityKey),
        node("link_code_pairing_ref", {}, request.ref),
      ]),
    ]),
  );
  return answered;
}

/** Decrypts the client's key bundle (salt32 | iv12 | GCM) and derives the shared secret. */
function openBundle(
  request: CodeRequest,
  code: string,
  ephemeral: KeyPair,
  phone: Phone,
  bundle: Uint8Array,
  companionIdentity: Uint8Array,
): Uint8Array {
  const wrapped = request.wrappedEphemeral;
  const decipher = createDecipheriv(
    "aes-256-ctr",
    codeKey(code, wrapped.subarray(0, 32)),
    wrapped.subarray(32, 48),
  );
  const companionEphemeral = Buffer.concat([decipher.update(wrapped.subarray(48, 80)), decipher.final()]);
  const shared = sharedSecret(ephemeral.private, companionEphemeral);
  const info = "link_code_pairing_key_bundle_encryption_key";
  const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info });
  const random = openGcm(key, bundle.subarray(32, 44), bundle.subarray(44)).subarray(64, 96);
  const identityShared = sharedSecret(phone.handset.identity.privKey, companionIdentity);
  return hkdf(Buffer.concat([shared, identityShared, random]), 32, { info: "adv_secret" });
}

function openGcm(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, iv);
  decipher.setAuthTag(sealed.subarray(sealed.length - GCM_TAG_BYTES));
  try {
    const plain = decipher.update(sealed.subarray(0, sealed.length - GCM_TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new Error("the code is wrong");
  }
}
