import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";

/** What the installation key is used for; each use has a key of its own derived from it. */
export interface Secrets {
  /** AES-256-GCM; the same text gives another answer each time. */
  encrypt(plain: string): string;
  /** Undoes `encrypt`; throws when the text was altered or belongs to another key. */
  decrypt(sealed: string): string;
  /** Hex HMAC-SHA256 under a purpose of its own (`media`, `tokens` …). */
  sign(purpose: string, text: string): string;
  /** A 32-byte key for one purpose. */
  key(purpose: string): Uint8Array;
}

/** Builds the keys from the installation key (any text of at least 16 characters). */
export function createSecrets(installationKey: string): Secrets {
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
  return {
    key,
    sign: (purpose, text) => createHmac("sha256", key(purpose)).update(text).digest("hex"),
    encrypt(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key("at-rest"), iv);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ""), "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key("at-rest"), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}

/** The key of `APP_SECRET`, else of `secret.key` in the data directory, made on the first start (mode 0600). */
export function readInstallationKey(fromEnvironment: string | null | undefined, path: string): string {
  if (fromEnvironment) return fromEnvironment;
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const made = randomBytes(32).toString("base64url");
  writeFileSync(path, `${made}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(path, 0o600);
  return made;
}
