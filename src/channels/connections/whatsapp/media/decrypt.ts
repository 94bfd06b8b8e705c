import { createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Keys of one media file, derived from its media key. */
export interface MediaKeys {
  readonly iv: Uint8Array;
  readonly cipherKey: Uint8Array;
  readonly macKey: Uint8Array;
}

/** Properties of the file as the sender's message states them. */
export interface Expected {
  readonly fileSha256: Uint8Array | null;
  readonly fileEncSha256: Uint8Array | null;
}

/** Decrypts a media file piece by piece. The pieces are authenticated only when `finish` has returned. */
export interface MediaDecryption {
  update(chunk: Uint8Array): Buffer;
  /** The last piece and the file's sha256 in hex; throws when MAC or hash do not match. */
  finish(): { readonly rest: Buffer; readonly sha256: string };
}

const MAC_BYTES = 10;

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function decryptMedia(keys: MediaKeys, expected: Expected): MediaDecryption {
  const cipher = createDecipheriv("aes-256-cbc", keys.cipherKey, keys.iv);
  const mac = createHmac("sha256", keys.macKey).update(keys.iv);
  const sealedHash = createHash("sha256");
  const plainHash = createHash("sha256");
  // The last ten bytes are the MAC, so ten bytes are always held back.
  let tail: Buffer = Buffer.alloc(0);

  return {
    update(chunk) {
      sealedHash.update(chunk);
      const data = tail.length > 0 ? Buffer.concat([tail, chunk]) : Buffer.from(chunk);
      const body = data.subarray(0, Math.max(0, data.length - MAC_BYTES));
      tail = Buffer.from(data.subarray(body.length));
      mac.update(body);
      const plain = cipher.update(body);
      plainHash.update(plain);
      return plain;
    },
    finish() {
      if (!same(mac.digest().subarray(0, MAC_BYTES), tail)) throw new Error("the file's MAC does not match");
      if (expected.fileEncSha256 && !same(sealedHash.digest(), expected.fileEncSha256)) {
        throw new Error("the encrypted file's hash does not match");
      }
      const rest = cipher.final();
      const sha256 = plainHash.update(rest).digest();
      if (expected.fileSha256 && !same(sha256, expected.fileSha256)) {
        throw new Error("the file's hash does not match");
      }
      return { rest, sha256: sha256.toString("hex") };
    },
  };
}
