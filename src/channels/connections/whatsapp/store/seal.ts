import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The stored session cannot be trusted any more; it is reported, never replaced by a new one without notice. */
export class SessionDamaged extends Error {
  override readonly name = "SessionDamaged";
}

/** Encrypts key material for the disk: AES-256-GCM; the row's name is authenticated with the value. */
export interface Seal {
  close(plain: Uint8Array, name: string): Buffer;
  /** Throws SessionDamaged when the bytes were changed, moved to another row or sealed with another key. */
  open(sealed: Uint8Array, name: string): Buffer;
}

const FORMAT = 1;
const HEADER = 1 + 12 + 16;

/** Encrypts and authenticates values (AES-256-GCM) with one 32-byte key. */
export function createSeal(key: Uint8Array): Seal {
  return {
    close(plain, name) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, name) {
      if (sealed.length < HEADER || sealed[0] !== FORMAT) throw new SessionDamaged(`${name} is not sealed`);
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
      decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(13, HEADER));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEADER)), decipher.final()]);
      } catch {
        throw new SessionDamaged(`${name} was altered or sealed with another key`);
      }
    },
  };
}
