import {
  calculateAgreement,
  calculateSignature,
  verifySignature,
  generateKeyPair as wasmKeyPair,
} from "whatsapp-rust-bridge";

/** An X25519 key pair; `public` is the bare 32 bytes, without Signal's type byte. */
export interface KeyPair {
  readonly public: Uint8Array;
  readonly private: Uint8Array;
}

const KEY_TYPE = 5;

/** Prepends Signal's key-type byte to a bare public key; keys that have it are returned unchanged. */
export function withKeyType(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length === 33) return publicKey;
  const typed = new Uint8Array(33);
  typed[0] = KEY_TYPE;
  typed.set(publicKey, 1);
  return typed;
}

/** The bare 32 bytes of a public key that may carry the type byte. */
export function bareKey(publicKey: Uint8Array): Uint8Array {
  return publicKey.length === 33 ? publicKey.slice(1) : publicKey;
}

export function generateKeyPair(): KeyPair {
  const pair = wasmKeyPair();
  return { public: bareKey(pair.pubKey), private: pair.privKey };
}

export function sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return calculateAgreement(withKeyType(publicKey), privateKey);
}

/** XEdDSA signature (64 bytes), the form that WhatsApp uses. */
export function sign(privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  return calculateSignature(privateKey, message);
}

/** True only for a valid signature; malformed keys and signatures count as invalid. */
export function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  try {
    return verifySignature(withKeyType(publicKey), message, signature);
  } catch {
    return false;
  }
}
