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
const IV = 12;
const TAG_AT = 1 + IV;
const HEADER = TAG_AT + 16;

/** Number of random initialization vectors that are made together: one at a time takes eight times as long. */
const IVS = 256;

function createIvs(): () => Buffer {
  let ready = Buffer.alloc(0);
  return () => {
    if (ready.length === 0) ready = randomBytes(IV * IVS);
    const iv = ready.subarray(0, IV);
    ready = ready.subarray(IV);
    return iv;
  };
}

/** Encrypts and authenticates values (AES-256-GCM) with one 32-byte key. */
export function createSeal(key: Uint8Array): Seal {
  const nextIv = createIvs();
  return {
    close(plain, name) {
      const iv = nextIv();
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
      // GCM is a stream cipher: `update` returns everything.
      const body = cipher.update(plain);
      cipher.final();
      const sealed = Buffer.allocUnsafe(HEADER + body.length);
      sealed[0] = FORMAT;
      sealed.set(iv, 1);
      sealed.set(cipher.getAuthTag(), TAG_AT);
      sealed.set(body, HEADER);
      return sealed;
    },
    open(sealed, name) {
      if (sealed.length < HEADER || sealed[0] !== FORMAT) throw new SessionDamaged(`${name} is not sealed`);
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, TAG_AT));
      decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(TAG_AT, HEADER));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEADER)), decipher.final()]);
      } catch {
        throw new SessionDamaged(`${name} was altered or sealed with another key`);
      }
    },
  };
}
