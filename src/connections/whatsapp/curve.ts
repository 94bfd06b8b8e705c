import { calculateSignature, verifySignature } from "whatsapp-rust-bridge";

const KEY_TYPE = 5;

/** A public key with Signal's type byte in front, as the wasm functions want it. */
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

/**
 * Puts the wasm signatures that Baileys ships in place of libsignal's pure JavaScript ones: 0.1 ms instead
 * of 4.5 ms, paid for every group message. Must run before Baileys is loaded, because Bun copies the named
 * exports of CommonJS modules when they are first imported.
 */
export function installFastSignatures(): void {
  const curve: object = require("libsignal/src/curve.js");
  Object.assign(curve, {
    calculateSignature: (privateKey: Uint8Array, message: Uint8Array) =>
      Buffer.from(calculateSignature(privateKey, message)),
    // The fourth argument is libsignal's own "do not check" for prekeys of a new session; kept as it is.
    verifySignature: (key: Uint8Array, message: Uint8Array, signature: Uint8Array, unchecked?: boolean) =>
      unchecked === true || signatureHolds(key, message, signature),
  });
}
