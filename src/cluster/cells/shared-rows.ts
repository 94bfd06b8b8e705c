import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import { readAppended, readStored } from "#cluster/log/jetstream/answers.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { SHARED_BUCKET } from "#cluster/log/jetstream/names.ts";
import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import type { PartContent, SharedPart, SharedRows, StoredVersion } from "#platform/shared-rows.ts";

/**
 * The bucket of shared rows (docs/rules/cells.md#shared-rows): one key with the newest version, and the parts, cut into chunks
 * that a message can hold. Plain requests with time-outs: a watch could stay silent for ever after a reconnect.
 */

const TIMEOUT_MS = 2000;
/** Bytes of one chunk: NATS accepts 1 MB with its headers. */
const CHUNK_BYTES = 800_000;
const API = "$JS.API.STREAM";
const STREAM = `KV_${SHARED_BUCKET}`;
const VERSION = "version";

const subjectOf = (key: string) => `$KV.${SHARED_BUCKET}.${key}`;
const PARTS = "part.";
/** Names the number of chunks, so that a listing shows whether all are stored. */
const chunkKey = (id: string, chunk: number, chunks: number) => `${PARTS}${id}.${chunk}.${chunks}`;

const Version = v.object({
  revision: v.number(),
  parts: v.array(v.object({ name: v.string(), hash: v.string(), id: v.string(), chunks: v.number() })),
});
type Version = v.InferOutput<typeof Version>;
const Listed = v.object({
  total: v.optional(v.number(), 0),
  state: v.object({ subjects: v.optional(v.record(v.string(), v.number()), {}) }),
});
const Purged = v.object({ success: v.literal(true) });

export interface NatsSharedRowsOptions {
  readonly nats: Nats;
  readonly seal: ChunkSeal;
}

interface Chunks {
  readonly id: string;
  readonly chunks: number;
}

export function createNatsSharedRows({ nats, seal }: NatsSharedRowsOptions): SharedRows {
  const keyOf = ({ name, hash }: SharedPart) => `${name} ${hash}`;
  const idOf = (part: SharedPart) => seal.nameOf(Buffer.from(`shared ${keyOf(part)}`));
  /** Where the parts of the newest version are, and of what this process uploaded. */
  const places = new Map<string, Chunks>();
  let newest: StoredVersion | null = null;

  async function get(key: string) {
    const query = JSON.stringify({ last_by_subj: subjectOf(key) });
    const answer = await nats.ask(`${API}.MSG.GET.${STREAM}`, query, { timeoutMs: TIMEOUT_MS });
    const read = readStored(answer);
    if (read.result === "found") return read.message;
    return read.result === "absent" ? null : undefined;
  }

  const open = (key: string, body: Uint8Array) => seal.open(body, `shared/${key}`);

  async function put(key: string, plain: Uint8Array, after?: number) {
    const conditions = headers();
    if (after !== undefined) conditions.set("Nats-Expected-Last-Subject-Sequence", String(after));
    const body = seal.seal(plain, `shared/${key}`);
    return readAppended(await nats.ask(subjectOf(key), body, { timeoutMs: TIMEOUT_MS, headers: conditions }));
  }

  /** The keys of all chunks; undefined when the servers do not answer. */
  async function listChunks(): Promise<readonly string[] | undefined> {
    const keys: string[] = [];
    for (;;) {
      const query = JSON.stringify({ subjects_filter: subjectOf(`${PARTS}>`), offset: keys.length });
      const answer = await nats.ask(`${API}.INFO.${STREAM}`, query, { timeoutMs: TIMEOUT_MS });
      const listed = v.safeParse(Listed, answer);
      if (!listed.success) return undefined;
      const subjects = Object.keys(listed.output.state.subjects);
      for (const subject of subjects) keys.push(subject.slice(subjectOf("").length));
      if (subjects.length === 0 || keys.length >= listed.output.total) return keys;
    }
  }

  async function uploadPart(part: SharedPart, content: PartContent): Promise<boolean> {
    const bytes = await content(part);
    if (!bytes) return false;
    const packed = Bun.zstdCompressSync(bytes, { level: 3 });
    const id = idOf(part);
    const chunks = Math.max(1, Math.ceil(packed.length / CHUNK_BYTES));
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const piece = packed.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
      if ((await put(chunkKey(id, chunk, chunks), piece)).result !== "stored") return false;
    }
    places.set(keyOf(part), { id, chunks });
    return true;
  }

  function remember({ parts }: Version): void {
    places.clear();
    for (const part of parts) places.set(keyOf(part), part);
  }

  return {
    async newest() {
      const message = await get(VERSION);
      if (!message) return message;
      if (message.sequence === newest?.entry) return newest;
      const packed = open(VERSION, message.body);
      const version = v.parse(Version, JSON.parse(Buffer.from(Bun.zstdDecompressSync(packed)).toString()));
      remember(version);
      const parts = version.parts.map(({ name, hash }) => ({ name, hash }));
      newest = { revision: version.revision, parts, entry: message.sequence };
      return newest;
    },
    async load(part) {
      const place = places.get(keyOf(part));
      if (!place) return undefined;
      const pieces: Uint8Array[] = [];
      for (let chunk = 0; chunk < place.chunks; chunk += 1) {
        const key = chunkKey(place.id, chunk, place.chunks);
        const message = await get(key);
        if (!message) return undefined;
        pieces.push(open(key, message.body));
      }
      return Bun.zstdDecompressSync(Buffer.concat(pieces));
    },
    async upload(parts, content) {
      const stored = await listChunks();
      if (!stored) return false;
      const complete = completeOf(stored);
      for (const part of parts) {
        const chunks = complete.get(idOf(part));
        if (chunks !== undefined) places.set(keyOf(part), { id: idOf(part), chunks });
        else if (!(await uploadPart(part, content))) return false;
      }
      return true;
    },
    async announce({ revision, parts }, after) {
      const listed = parts.map((part) => ({ ...part, ...placeOf(places, keyOf(part)) }));
      const text = JSON.stringify({ revision, parts: listed } satisfies Version);
      const appended = await put(VERSION, Bun.zstdCompressSync(Buffer.from(text)), after ?? 0);
      if (appended.result === "stored") return appended.sequence;
      return appended.result === "wrong-sequence" ? "refused" : "unknown";
    },
    async prune(kept) {
      const ids = new Set(kept.map(idOf));
      for (const key of (await listChunks()) ?? []) {
        if (ids.has(key.slice(PARTS.length).split(".")[0] ?? "")) continue;
        const filter = JSON.stringify({ filter: subjectOf(key) });
        const answer = await nats.ask(`${API}.PURGE.${STREAM}`, filter, { timeoutMs: TIMEOUT_MS });
        if (!v.is(Purged, answer)) return;
      }
    },
  };
}

/** Ids of parts with all their chunks, with the number of chunks. */
function completeOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const [id = "", , chunks = ""] = key.slice(PARTS.length).split(".");
    counts.set(`${id}.${chunks}`, (counts.get(`${id}.${chunks}`) ?? 0) + 1);
  }
  const complete = [...counts].flatMap(([name, count]) => {
    const [id = "", chunks] = name.split(".");
    return count === Number(chunks) ? [[id, count] as const] : [];
  });
  return new Map(complete);
}

function placeOf(places: ReadonlyMap<string, Chunks>, key: string): Chunks {
  const place = places.get(key);
  if (!place) throw new Error(`the part ${key} was not uploaded`);
  return { id: place.id, chunks: place.chunks };
}
