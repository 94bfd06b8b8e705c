import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { BackupError } from "./errors.ts";
import type { RunManifest } from "./manifest.ts";

/** Minimum length of a passphrase. */
export const MIN_PASSPHRASE = 12;
/** Cost of one guess: about 0.1 s and 32 MB. */
const COST = 32_768;

export type WrappedKey = NonNullable<RunManifest["wrappedKey"]>;

const derive = (passphrase: string, salt: Buffer, cost: number) =>
  scryptSync(passphrase.normalize("NFC"), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 1024 * 1024 });

/** Encrypts a key with a passphrase (scrypt, AES-256-GCM). */
export function wrapKey(key: string, passphrase: string): WrappedKey {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derive(passphrase, salt, COST), iv);
  const body = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  return { salt: salt.toString("base64url"), cost: COST, sealed };
}

/** Undoes `wrapKey`; throws BackupError with `wrong` for a wrong passphrase. */
export function unwrapKey(
  { salt, cost, sealed }: WrappedKey,
  passphrase: string,
  wrong = "the passphrase is not the one this archive was made with",
): string {
  const bytes = Buffer.from(sealed, "base64url");
  // The cost comes from the file: it could demand any amount of memory, or not be a power of two.
  if (cost > COST * 4 || !Number.isInteger(Math.log2(cost)) || cost < 2)
    throw new BackupError("the key of this archive cannot be read");
  const key = derive(passphrase, Buffer.from(salt, "base64url"), cost);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    throw new BackupError(wrong, "passphrase");
  }
}

/** Identifies a key without revealing it. */
export const fingerprint = (secrets: Pick<Secrets, "sign">): string =>
  secrets.sign("fingerprint", "installation key").slice(0, 16);
