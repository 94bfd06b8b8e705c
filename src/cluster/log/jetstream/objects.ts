import * as v from "valibot";
import { SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import { newUuid } from "#platform/ids.ts";
import type { Nats } from "./connection.ts";
import { snapshotBucket } from "./names.ts";
import { placeOf, publish, purge, storedMessage, tokensOf } from "./object-requests.ts";

/**
 * Objects in a JetStream object store, in the format of NATS' own clients: the content is cut into messages under a subject of its
 * own, and one message under the name of the object describes it.
 */

/** Bytes of content in one message: NATS accepts 1 MB with its headers. */
const PART_BYTES = 900_000;
/** Content without a description is left behind by a process that ended during an upload; after this time it is removed, ms. */
const ABANDONED_MS = 24 * 3_600_000;
/** Listings within this time share one answer, ms: it names all objects, 13 MB for 100 GB of data. */
const SHARED_MS = 1000;
/** Digits of the time in the name of a content subject, base 36. */
const TIME_DIGITS = 9;

const tokenOf = (name: string) => Buffer.from(name).toString("base64url");
const nameOf = (token: string) => Buffer.from(token, "base64url").toString();

const Described = v.object({
  nuid: v.string(),
  size: v.number(),
  chunks: v.number(),
  metadata: v.object({ first: v.string() }),
});
export interface NatsObjects extends SnapshotStore {
  /** Removes content that no object describes: of uploads that did not end within a day. Returns how many. */
  sweep(nowMs: number): Promise<number>;
}

/** The objects of a cell. */
export function createNatsObjects(nats: Nats, cell: number): NatsObjects {
  const bucket = snapshotBucket(cell);
  const place = placeOf(bucket);
  const store = { nats, bucket };
  const content = (id: string) => `$O.${bucket}.C.${id}`;
  const description = (token: string) => `$O.${bucket}.M.${token}`;
  const describe = async (name: string) => {
    const found = await storedMessage(store, { last_by_subj: description(tokenOf(name)) });
    return found && v.parse(Described, JSON.parse(Buffer.from(found.body).toString()));
  };

  let listed: { readonly atMs: number; readonly names: Promise<readonly string[]> } | null = null;
  /** The names of all objects; sorted. */
  function allNames(): Promise<readonly string[]> {
    if (!listed || performance.now() - listed.atMs > SHARED_MS)
      listed = {
        atMs: performance.now(),
        names: tokensOf(store, "M").then((tokens) => tokens.map(nameOf).sort()),
      };
    return listed.names;
  }

  return {
    place,
    async create(name, bytes) {
      listed = null;
      const time = Date.now().toString(36).padStart(TIME_DIGITS, "0");
      const nuid = `${time}.${newUuid()}.${tokenOf(name)}`.replaceAll(".", "~");
      const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
      let first = 0;
      for (let part = 0; part < count; part += 1) {
        const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
        const id = `${nuid}:${part}`;
        const sequence = await publish(store, { subject: content(nuid), body: piece, id, isFirst: false });
        if (part === 0) first = sequence ?? 0;
      }
      const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
      const text = JSON.stringify({
        name,
        bucket,
        nuid,
        size: bytes.length,
        chunks: count,
        digest: `SHA-256=${digest.replaceAll("+", "-").replaceAll("/", "_")}`,
        mtime: new Date().toISOString(),
        metadata: { first: String(first) },
      });
      const described = { subject: description(tokenOf(name)), body: text, id: `${nuid}:M` };
      if ((await publish(store, { ...described, isFirst: true })) !== null) return "created";
      await purge(store, content(nuid));
      return "exists";
    },
    async read(name) {
      const described = await describe(name);
      if (!described) return undefined;
      const { nuid, size, chunks, metadata } = described;
      const pieces: Uint8Array[] = [];
      for (let next = Number(metadata.first); pieces.length < chunks; ) {
        const found = await storedMessage(store, { seq: next, next_by_subj: content(nuid) });
        if (!found) break;
        pieces.push(found.body);
        next = found.sequence + 1;
      }
      const bytes = Buffer.concat(pieces);
      if (bytes.length !== size)
        throw new SnapshotDamaged(`${name} in ${place} has ${bytes.length} bytes instead of ${size}`, name);
      return bytes;
    },
    async *list(prefix) {
      for (const name of await allNames()) if (name.startsWith(prefix)) yield { name };
    },
    async remove(name) {
      listed = null;
      const described = await describe(name);
      if (!described) return;
      await purge(store, description(tokenOf(name)));
      await purge(store, content(described.nuid));
    },
    async sweep(nowMs) {
      const described = new Set(await tokensOf(store, "M"));
      let removed = 0;
      for (const nuid of await tokensOf(store, "C")) {
        const [time = "", , token = ""] = nuid.split("~");
        if (described.has(token) || nowMs - Number.parseInt(time, 36) < ABANDONED_MS) continue;
        await purge(store, content(nuid));
        removed += 1;
      }
      return removed;
    },
  };
}
