import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encryption and signatures with the installation key; each purpose has its own derived key. */
export interface Secrets {
  /** Identifies the key without revealing it. */
  readonly keyId: string;
  /** AES-256-GCM; the same text is encrypted differently each time. */
  encrypt(plain: string): string;
  /** Undoes `encrypt`; throws when the text was altered or belongs to a key that is not in the ring. */
  decrypt(sealed: string): string;
  /** Hex HMAC-SHA256 with the key of a purpose (`media`, `tokens` …). */
  sign(purpose: string, text: string): string;
  /** A 32-byte key for one purpose. */
  key(purpose: string): Uint8Array;
}

/**
 * Result of `encrypt`, also inside a longer text: `v2.<key id>.<bytes>`. Releases before key rotation wrote
 * `v1.<bytes>`, without a key id.
 */
export const SEALED = /v(?:1|2\.[0-9a-f]{8})\.[A-Za-z0-9_-]{38,}/g;
const PARTS = /^v(?:1|2\.([0-9a-f]{8}))\.([A-Za-z0-9_-]{38,})$/;

/**
 * Derives the keys from the installation key (any text of at least 16 characters). `older`: former keys, which still
 * decrypt but no longer encrypt or sign.
 */
export function createSecrets(installationKey: string, older: readonly string[] = []): Secrets {
  const current = derive(installationKey);
  const ring = [current, ...older.map(derive)];
  return {
    keyId: current.id,
    key: current.key,
    sign: current.sign,
    encrypt(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.key("at-rest"), iv);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `v2.${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    decrypt(sealed) {
      const [, id, text = ""] = PARTS.exec(sealed) ?? [];
      const bytes = Buffer.from(text, "base64url");
      const keys = id === undefined ? ring : ring.filter((known) => known.id === id);
      for (const [at, known] of keys.entries()) {
        try {
          return open(known.key("at-rest"), bytes);
        } catch (error) {
          if (at === keys.length - 1) throw error;
        }
      }
      throw new Error("encrypted with a key that this installation does not have");
    },
  };
}

/** Id of the key that encrypted a text; null for `v1` texts, undefined for any other text. */
export function sealedBy(text: string): string | null | undefined {
  const found = PARTS.exec(text);
  return found ? (found[1] ?? null) : undefined;
}

function open(key: Uint8Array, bytes: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

function derive(installationKey: string): Pick<Secrets, "key" | "sign"> & { readonly id: string } {
  const root = Buffer.from(installationKey, "utf8");
  const keys = new Map<string, Uint8Array>();
  const key = (purpose: string): Uint8Array => {
    let known = keys.get(purpose);
    if (!known) {
      known = new Uint8Array(hkdfSync("sha256", root, "", `balcao/${purpose}`, 32));
      keys.set(purpose, known);
    }
    return known;
  };
  // Uses the runtime's HMAC, because it signs the address of every file that a page shows.
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", key(purpose)).update(text).digest("hex");
  return { key, sign, id: sign("fingerprint", "installation key").slice(0, 8) };
}
