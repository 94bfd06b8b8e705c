import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { calculateSignature, verifySignature } from "whatsapp-rust-bridge";
import { createLru } from "#channels/connections/whatsapp/store/lru.ts";

const KEY_TYPE = 5;
/** Prefix of the 32 bytes of an X25519 key in PKCS 8 and in SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b656e032100", "hex");
/**
 * Size of the cache of private keys. Our identity key and the signed prekey are used twice for each new person and
 * must stay in it, among ratchet keys that are used once.
 */
const KEPT_KEYS = 16;

/** A public key with Signal's type byte in front, as the wasm functions require it. */
function typed(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length !== 32) return publicKey;
  const key = new Uint8Array(33);
  key[0] = KEY_TYPE;
  key.set(publicKey, 1);
  return key;
}

/** True when `signature` (XEdDSA) over `message` was made with the private half of this Curve25519 key. */
export function signatureHolds(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return signature.length === 64 && verifySignature(typed(publicKey), message, signature);
  } catch {
    return false;
  }
}

const privateKeys = createLru<KeyObject>(KEPT_KEYS);

/** Creating the key object of a private key takes half as long as using it, so the objects are cached. */
function privateKeyOf(bytes: Uint8Array): KeyObject {
  const name = Buffer.from(bytes).toString("latin1");
  const known = privateKeys.get(name);
  if (known) return known;
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, bytes]), format: "der", type: "pkcs8" });
  privateKeys.set(name, key);
  return key;
}

/** A new key pair in libsignal's form. Its key object is cached: the ratchet uses a new key at once. */
function newKeyPair(): { readonly pubKey: Buffer; readonly privKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const privKey = privateKey.export({ format: "der", type: "pkcs8" }).subarray(PRIVATE_HEAD.length);
  const pubKey = publicKey.export({ format: "der", type: "spki" }).subarray(PUBLIC_HEAD.length);
  privateKeys.set(privKey.toString("latin1"), privateKey);
  return { pubKey: Buffer.from(typed(pubKey)), privKey };
}

/** The shared secret of a private and a public key (X25519); throws when one of them is not a key. */
export function sharedSecret(publicKey: Uint8Array, privateKey: Uint8Array): Buffer {
  const bare = publicKey.length === 33 && publicKey[0] === KEY_TYPE ? publicKey.subarray(1) : publicKey;
  if (bare.length !== 32 || privateKey.length !== 32) throw new Error("Invalid key");
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, bare]), format: "der", type: "spki" });
  return diffieHellman({ privateKey: privateKeyOf(privateKey), publicKey: key });
}

/**
 * Replaces libsignal's signatures in JavaScript by the wasm ones that Baileys ships (0.1 instead of 4.5 ms for every
 * group message), and its key agreement by cached key objects. Must run before Baileys is loaded, because Bun copies the
 * named exports of CommonJS modules when they are first imported.
 */
export function installFastSignatures(): void {
  const curve: object = require("libsignal/src/curve.js");
  Object.assign(curve, {
    calculateAgreement: sharedSecret,
    generateKeyPair: newKeyPair,
    calculateSignature: (privateKey: Uint8Array, message: Uint8Array) =>
      Buffer.from(calculateSignature(privateKey, message)),
    // The fourth argument is libsignal's own switch to skip the check, used for prekeys of a new session.
    verifySignature: (key: Uint8Array, message: Uint8Array, signature: Uint8Array, unchecked?: boolean) =>
      unchecked === true || signatureHolds(key, message, signature),
  });
}
