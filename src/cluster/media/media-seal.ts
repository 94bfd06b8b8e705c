import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { RemoteMediaDamaged } from "#platform/remote-media.ts";

/**
 * Encrypts media objects piece by piece, so that files of any size need little memory. Format: `u8 1, u32 key id, 16 bytes salt`,
 * then pieces of 1 MiB, each AES-256-GCM with its tag under a key of this object alone. The nonce is the number of the piece and
 * whether it is the last one, so pieces can be neither moved, repeated nor left out.
 */
export interface MediaSeal {
  /** Names for content; the first is of the current key. */
  namesOf(sha256: string, scope: string): readonly string[];
  /** Writes the sealed content of a file to another file. */
  sealFile(from: string, to: string, name: string): Promise<void>;
  /** Writes the content of an object to a file and syncs it; returns its SHA-256. Throws RemoteMediaDamaged. */
  openStream(stream: AsyncIterable<Uint8Array>, to: string, name: string): Promise<string>;
}

const ALGORITHM = "aes-256-gcm";
const FORMAT = 1;
const ID_BYTES = 4;
const SALT_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
const PIECE_BYTES = 1024 * 1024;
const SEALED_BYTES = PIECE_BYTES + TAG_BYTES;
/** Bytes of a name: enough that no two contents share one. */
const NAME_BYTES = 20;

interface Derived {
  readonly id: Buffer;
  readonly key: Buffer;
  readonly naming: Buffer;
}

/** Under keys derived from the installation key; `older` keys only open. */
export function createMediaSeal(current: string, older: readonly string[] = []): MediaSeal {
  const own = derive(current);
  const ring = [own, ...older.map(derive)];
  return {
    namesOf: (sha256, scope) =>
      ring.map(({ naming }) =>
        createHmac("sha256", naming).update(`${scope}/${sha256}`).digest().toString("hex", 0, NAME_BYTES),
      ),
    async sealFile(from, to, name) {
      const salt = randomBytes(SALT_BYTES);
      const key = objectKey(own, salt, name);
      const source = await open(from, "r");
      try {
        const { size } = await source.stat();
        await writeNew(to, async (target) => {
          await target.writeFile(Buffer.concat([Buffer.of(FORMAT), own.id, salt]));
          const buffer = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(1, size)));
          for (let piece = 0, at = 0; ; piece += 1) {
            const length = await fill(source, buffer, Math.min(PIECE_BYTES, size - at));
            at += length;
            const isLast = at >= size;
            const cipher = createCipheriv(ALGORITHM, key, nonce(piece, isLast));
            const body = cipher.update(buffer.subarray(0, length));
            await target.writeFile(Buffer.concat([body, cipher.final(), cipher.getAuthTag()]));
            if (isLast) return;
          }
        });
      } finally {
        await source.close();
      }
    },
    async openStream(stream, to, name) {
      const hash = createHash("sha256");
      await writeNew(to, async (target) => {
        for await (const plain of openPieces(stream, ring, name)) {
          hash.update(plain);
          await target.writeFile(plain);
        }
        await target.sync();
      });
      return hash.digest("hex");
    },
  };
}

async function* openPieces(
  stream: AsyncIterable<Uint8Array>,
  ring: readonly Derived[],
  name: string,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let key: Buffer | undefined;
  let piece = 0;
  for await (const bytes of stream) {
    waiting.push(bytes);
    length += bytes.length;
    if (length <= HEADER_BYTES + SEALED_BYTES) continue;
    let whole: Buffer = Buffer.concat(waiting);
    if (!key) {
      key = readHeader(whole, ring, name);
      whole = whole.subarray(HEADER_BYTES);
    }
    // The last piece is known only at the end, so one piece stays.
    for (; whole.length > SEALED_BYTES; whole = whole.subarray(SEALED_BYTES), piece += 1)
      yield openPiece(key, piece, false, whole.subarray(0, SEALED_BYTES), name);
    waiting = [whole];
    length = whole.length;
  }
  let rest: Buffer = Buffer.concat(waiting);
  if (!key) {
    key = readHeader(rest, ring, name);
    rest = rest.subarray(HEADER_BYTES);
  }
  if (rest.length > SEALED_BYTES) {
    yield openPiece(key, piece, false, rest.subarray(0, SEALED_BYTES), name);
    rest = rest.subarray(SEALED_BYTES);
    piece += 1;
  }
  yield openPiece(key, piece, true, rest, name);
}

function readHeader(bytes: Buffer, ring: readonly Derived[], name: string): Buffer {
  if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== FORMAT)
    throw new RemoteMediaDamaged(`${name}: the object is too short, or of an unknown format`);
  const id = bytes.subarray(1, 1 + ID_BYTES);
  const found = ring.find((key) => key.id.equals(id));
  if (!found)
    throw new RemoteMediaDamaged(
      `${name} is sealed with another installation key: set the APP_SECRET it was stored with (or APP_SECRET_OLD)`,
    );
  return objectKey(found, bytes.subarray(1 + ID_BYTES, HEADER_BYTES), name);
}

function openPiece(key: Buffer, piece: number, isLast: boolean, sealed: Buffer, name: string): Buffer {
  const damaged = () => new RemoteMediaDamaged(`${name} was changed, or a part of it is missing`);
  if (sealed.length < TAG_BYTES) throw damaged();
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, nonce(piece, isLast)).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Twelve bytes: unique within the object, whose key is used for nothing else. */
function nonce(piece: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(piece, 0);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

const objectKey = ({ key }: Derived, salt: Uint8Array, name: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, `media ${name}`, 32));

function derive(secret: string): Derived {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "balcao media", "objects", 64 + ID_BYTES));
  return { key: bytes.subarray(0, 32), naming: bytes.subarray(32, 64), id: bytes.subarray(64) };
}

/** Reads exactly `length` bytes; throws when the file is shorter. */
async function fill(file: FileHandle, buffer: Buffer, length: number): Promise<number> {
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, at, length - at, null);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    at += bytesRead;
  }
  return length;
}

/** Writes a new file completely, or removes it. */
async function writeNew(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await write(file);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}
