import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

export interface BrowserKeys {
  readonly publicKey: Buffer;
  /** Derives the shared secret from the other side's public key. */
  readonly shared: (other: Uint8Array) => Buffer;
}

export function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  return { publicKey, shared: (other) => ecdh.computeSecret(other) };
}

const info = (name: string) => Buffer.from(`${name}\0`, "latin1");
const derive = (salt: Uint8Array, key: Uint8Array, about: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, about, bytes));

/**
 * Decrypts a notification for these keys (RFC 8291 over RFC 8188, one record); throws when it was encrypted for
 * others.
 */
export function decryptedBy(keys: BrowserKeys, auth: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const salt = bytes.subarray(0, 16);
  const recordSize = bytes.readUInt32BE(16);
  const keyLength = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + keyLength);
  const record = bytes.subarray(21 + keyLength);
  if (keyLength !== 65 || record.length > recordSize) throw new Error("not one record");
  const about = Buffer.concat([info("WebPush: info"), keys.publicKey, sender]);
  const ikm = derive(auth, keys.shared(sender), about, 32);
  const key = derive(salt, ikm, info("Content-Encoding: aes128gcm"), 16);
  const nonce = derive(salt, ikm, info("Content-Encoding: nonce"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record does not say so");
  return padded.subarray(0, end).toString("utf8");
}
