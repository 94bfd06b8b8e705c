import { hkdfSync } from "node:crypto";

const HASH = "sha256";
const SIZE = 32;

/** HMAC-SHA-256. */
const calculateMac = (key: Uint8Array, data: Uint8Array): Buffer =>
  new Bun.CryptoHasher(HASH, key).update(data).digest();

/** HKDF (RFC 5869) with SHA-256: `chunks` keys of 32 bytes. */
function deriveSecrets(input: Uint8Array, salt: Uint8Array, info: Uint8Array, chunks = 3): Buffer[] {
  const derived = hkdfSync(HASH, input, salt, info, chunks * SIZE);
  return Array.from({ length: chunks }, (_, index) => Buffer.from(derived, index * SIZE, SIZE));
}

/**
 * Replaces libsignal's HMAC and key derivation, which need twice as long: each encryption for a device makes one derivation
 * and three HMACs. Must run before Baileys is loaded, like `installFastSignatures`.
 */
export function installFastHashes(): void {
  Object.assign(require("libsignal/src/crypto.js") as object, { calculateMAC: calculateMac, deriveSecrets });
}
