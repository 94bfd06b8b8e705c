import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { BrokenChain, type Kind } from "./format.ts";

/** What a sealed body belongs to. It is authenticated with the body, so a body cannot be moved to another place. */
interface SealedPlace {
  readonly kind: Kind;
  readonly epoch: number;
  readonly number: number;
}

/** Encrypts the bodies of message groups, so that the operator of the log or bucket sees sizes and times only. */
export interface BatchSeal {
  seal(plain: Uint8Array, place: SealedPlace): Uint8Array;
  /** Throws BrokenChain("body") for changed bytes, another place, or an unknown key. */
  open(sealed: Uint8Array, place: SealedPlace): Uint8Array;
}

/** Leaves bodies readable. Tests only: everything else uses `createBatchSeal`. */
export const NO_SEAL: BatchSeal = { seal: (plain) => plain, open: (sealed) => sealed };

const ALGORITHM = "aes-256-gcm";
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX_BYTES = KEY_ID_BYTES + NONCE_BYTES;

export interface BatchSealOptions {
  readonly cell: number;
  /** The installation key. */
  readonly current: string;
  /** Earlier installation keys: bodies sealed with them can be opened. */
  readonly older?: readonly string[];
}

interface EpochKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * AES-256-GCM under a key derived from the installation key, the cell and the epoch: `u32 key id, 12 bytes nonce,
 * ciphertext, 16 bytes tag`. A key per epoch keeps the number of random nonces under one key small.
 */
export function createBatchSeal({ cell, current, older = [] }: BatchSealOptions): BatchSeal {
  const keys = new Map<string, EpochKey>();
  const keyOf = (secret: string, epoch: number): EpochKey => {
    const name = `${epoch}:${secret}`;
    let key = keys.get(name);
    if (!key) {
      key = deriveKey(secret, cell, epoch);
      // One owner uses one epoch; a reader passes from one to the next.
      if (keys.size > 16) keys.clear();
      keys.set(name, key);
    }
    return key;
  };
  const associated = ({ kind, epoch, number }: SealedPlace) =>
    Buffer.from(`balcao ${kind} ${cell} ${epoch} ${number}`);

  return {
    seal(plain, place) {
      const { id, key } = keyOf(current, place.epoch);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associated(place));
      return Buffer.concat([id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      if (sealed.length < PREFIX_BYTES + TAG_BYTES)
        throw new BrokenChain("body", "a sealed body is too short");
      const id = Buffer.from(sealed.subarray(0, KEY_ID_BYTES));
      const found = [current, ...older]
        .map((secret) => keyOf(secret, place.epoch))
        .find((key) => key.id.equals(id));
      if (!found) throw new BrokenChain("key", "sealed with another installation key (APP_SECRET)");
      const decipher = createDecipheriv(ALGORITHM, found.key, sealed.subarray(KEY_ID_BYTES, PREFIX_BYTES))
        .setAAD(associated(place))
        .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      try {
        const body = decipher.update(sealed.subarray(PREFIX_BYTES, sealed.length - TAG_BYTES));
        return Buffer.concat([body, decipher.final()]);
      } catch {
        throw new BrokenChain("body", "a sealed body was changed, or belongs elsewhere");
      }
    },
  };
}

/** 32 bytes of key and 4 bytes of id, so that a reader finds the key of a body by its prefix. */
function deriveKey(secret: string, cell: number, epoch: number): EpochKey {
  const bytes = Buffer.from(
    hkdfSync("sha256", secret, "balcao cell log", `${cell}:${epoch}`, 32 + KEY_ID_BYTES),
  );
  return { key: bytes.subarray(0, 32), id: bytes.subarray(32) };
}
