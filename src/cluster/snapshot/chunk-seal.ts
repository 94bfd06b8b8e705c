import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { ArchiveError, SnapshotDamaged } from "#cluster/archive/objects.ts";

/** Encrypts the objects of snapshots, so that the operator of the storage sees sizes and times only. */
export interface ChunkSeal {
  /** `name`: the name of the object, authenticated with it: the result can be opened under this name only. */
  seal(plain: Uint8Array, name: string): Uint8Array;
  /** Throws SnapshotDamaged for changed bytes or another name, ArchiveError for an unknown key. */
  open(sealed: Uint8Array, name: string): Uint8Array;
  /** Object name of a content (HMAC-SHA256): equal content has an equal name, which reveals nothing without the key. */
  nameOf(content: Uint8Array): string;
}

const ALGORITHM = "aes-256-gcm";
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX_BYTES = ID_BYTES + NONCE_BYTES;

interface Derived {
  readonly id: Buffer;
  readonly key: Buffer;
  readonly naming: Buffer;
}

/** AES-256-GCM under a key derived from the installation key: `u32 key id, nonce, ciphertext, tag`. `older` keys only open. */
export function createChunkSeal(current: string, older: readonly string[] = []): ChunkSeal {
  const own = derive(current);
  const ring = [own, ...older.map(derive)];
  return {
    seal(plain, name) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, own.key, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([own.id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, name) {
      if (sealed.length < PREFIX_BYTES + TAG_BYTES)
        throw new SnapshotDamaged(`${name}: the object is too short`, name);
      const found = ring.find(({ id }) => id.equals(sealed.subarray(0, ID_BYTES)));
      if (!found)
        throw new ArchiveError(
          `${name} is sealed with another installation key: put the secret.key of that installation into the data directory, or set its APP_SECRET`,
        );
      const decipher = createDecipheriv(ALGORITHM, found.key, sealed.subarray(ID_BYTES, PREFIX_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      try {
        const body = decipher.update(sealed.subarray(PREFIX_BYTES, sealed.length - TAG_BYTES));
        return Buffer.concat([body, decipher.final()]);
      } catch {
        throw new SnapshotDamaged(`${name} was changed, or belongs elsewhere`, name);
      }
    },
    nameOf: (content) => createHmac("sha256", own.naming).update(content).digest("hex"),
  };
}

function derive(secret: string): Derived {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "balcao archive", "snapshots", 64 + ID_BYTES));
  return { key: bytes.subarray(0, 32), naming: bytes.subarray(32, 64), id: bytes.subarray(64) };
}
