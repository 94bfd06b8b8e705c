import { createHash } from "node:crypto";
import { mkdirSync, unlinkSync } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "#platform/errors.ts";
import { createSerialQueue, type SerialQueue } from "#platform/jobs/paced-queue.ts";
import type { Installation } from "#tenants/installation.ts";
import { type ArrivalPlaces, createArrivalPlaces } from "./arrival-places.ts";
import { bytesOf, filesIn, writtenMs } from "./body-files.ts";
import { type BodyReader, createBodyReader, MalformedBody } from "./stored-body.ts";

/** Larger bodies (history of a number) are written to disk as they arrive and processed after the answer. */
export const SMALL_WEBHOOK_BYTES = 512 * 1024;
/** Maximum of a body, which Meta's history needs. */
export const MAX_WEBHOOK_BYTES = 25 * 1024 * 1024;
const MINUTE_MS = 60_000;
/** Pause before a body that could not be processed is tried again, ms: the first one, and each further one. */
const FIRST_PAUSE_MS = MINUTE_MS;
const PAUSE_MS = 10 * MINUTE_MS;
/** A body that was never processed is deleted at this age, ms. Meta repeats a refused call for as long. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;
/** With more bytes of waiting bodies the next one is refused, so that Meta keeps it. */
const MAX_WAITING_BYTES = 2 * 1024 ** 3;
/** Names of processed bodies that are remembered, so that a repeated call is answered immediately. */
const MAX_PROCESSED = 1000;

const directoryOf = ({ dataDirectory }: Installation): string => join(dataDirectory, "webhooks");

/** A body that takes longer is cut, so that slow senders without the secret cannot occupy the four places, ms. */
const ARRIVES_WITHIN_MS = MINUTE_MS;
/** After these first seconds a body must have arrived at this mean rate, bytes per second. */
const GRACE_MS = 5000;
const MIN_BYTES_PER_S = 128 * 1024;
const CHECK_RATE_MS = 1000;
const placesOf = new WeakMap<Installation, ArrivalPlaces>();

interface Arriving {
  /** Network of the caller; the places are shared among these. */
  readonly address: string;
  readonly onPiece: (piece: Uint8Array) => void;
  /** Whether the signature fits the bytes passed to `onPiece`. */
  readonly isValid: () => boolean;
}

/**
 * Writes a body to disk while it arrives. The file gets its name, the hash of its content, only when the signature is
 * valid and the bytes are synced: a repeated call writes the same file again. Returns that name, null without a valid signature.
 * Throws 413 ERR_MEDIA_TOO_LARGE, 503 ERR_SERVER_BUSY.
 */
export async function writeWebhook(
  installation: Installation,
  request: Request,
  arriving: Arriving,
): Promise<string | null> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > MAX_WEBHOOK_BYTES)
    throw new AppError(413, "ERR_MEDIA_TOO_LARGE", { limitBytes: MAX_WEBHOOK_BYTES });
  if (bytesOf(directoryOf(installation), ".json") > MAX_WAITING_BYTES) {
    installation.log.error(
      { maxBytes: MAX_WAITING_BYTES },
      "a large webhook was refused because too many wait; Meta repeats it",
    );
    throw new AppError(503, "ERR_SERVER_BUSY");
  }
  const places = arrivalPlaces(installation);
  const cut = new AbortController();
  const release = places.take(arriving.address, () => cut.abort());
  if (!release) throw new AppError(503, "ERR_SERVER_BUSY");
  const rate = watchRate(installation, () => cut.abort());
  const onPiece = (piece: Uint8Array) => {
    rate.add(piece.length);
    arriving.onPiece(piece);
  };
  try {
    return await receive(installation, request, { ...arriving, onPiece }, cut.signal);
  } finally {
    rate.stop();
    release();
  }
}

function arrivalPlaces(installation: Installation): ArrivalPlaces {
  const places = placesOf.get(installation) ?? createArrivalPlaces();
  placesOf.set(installation, places);
  return places;
}

/** The address sent a valid signature: its next large body gets a place before those of unknown addresses. */
export const proveSender = (installation: Installation, address: string): void =>
  arrivalPlaces(installation).prove(address);

/** Calls `cut` once when a body arrives too slowly. */
function watchRate({ clock }: Installation, cut: () => void) {
  const began = clock.now();
  let bytes = 0;
  let stop = clock.after(GRACE_MS, check);
  function check(): void {
    const passedMs = clock.now() - began;
    const wanted = ((passedMs - GRACE_MS) / 1000 + 1) * MIN_BYTES_PER_S;
    if (passedMs >= ARRIVES_WITHIN_MS || bytes < wanted) cut();
    else stop = clock.after(CHECK_RATE_MS, check);
  }
  const add = (count: number) => {
    bytes += count;
  };
  return { add, stop: () => stop() };
}

/** Deletes incomplete bodies that a stop of the server interrupted. Called before the first request. */
export function clearPartialWebhooks(installation: Installation): void {
  const directory = directoryOf(installation);
  for (const name of filesIn(directory, ".part")) unlinkSync(join(directory, name));
}

async function receive(
  installation: Installation,
  request: Request,
  { onPiece, isValid }: Arriving,
  cut: AbortSignal,
): Promise<string | null> {
  const directory = directoryOf(installation);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const partial = join(directory, `${crypto.randomUUID()}.part`);
  const hash = createHash("sha256");
  const file = await open(partial, "w", 0o600);
  const reader = request.body?.getReader();
  cut.addEventListener("abort", () => void reader?.cancel().catch(() => undefined));
  let size = 0;
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      const piece = next.value;
      size += piece.length;
      if (size > MAX_WEBHOOK_BYTES)
        throw new AppError(413, "ERR_MEDIA_TOO_LARGE", { limitBytes: MAX_WEBHOOK_BYTES });
      onPiece(piece);
      hash.update(piece);
      await file.write(piece);
    }
    if (cut.aborted) throw new AppError(503, "ERR_SERVER_BUSY");
    if (!isValid()) return null;
    await file.sync();
    const name = `${hash.digest("hex")}.json`;
    if (processedOf(installation).has(name)) return name;
    await rename(partial, join(directory, name));
    return name;
  } finally {
    await reader?.cancel().catch(() => undefined);
    await file.close();
    await unlink(partial).catch(() => undefined);
  }
}

const queues = new WeakMap<Installation, SerialQueue>();
const attempts = new Map<string, { readonly failures: number; readonly retryAt: number }>();
const processed = new WeakMap<Installation, Set<string>>();

function processedOf(installation: Installation): Set<string> {
  const known = processed.get(installation) ?? new Set();
  processed.set(installation, known);
  return known;
}

/** Whether all events of a body are in the durable inbox, as far as this process knows. */
export const isProcessed = (installation: Installation, name: string): boolean =>
  processedOf(installation).has(name);

/** Large bodies that wait to be processed, for the metrics. */
export function waitingWebhooks(installation: Installation): {
  readonly rows: number;
  readonly oldestSeconds: number;
} {
  const directory = directoryOf(installation);
  const ages = filesIn(directory, ".json").map(
    (name) => installation.clock.now() - (writtenMs(join(directory, name)) ?? Number.POSITIVE_INFINITY),
  );
  return { rows: ages.length, oldestSeconds: Math.max(0, ...ages) / 1000 };
}

/**
 * Processes the stored bodies one after another, piece by piece, and deletes each when all of its events are in the
 * durable inbox. After a stop in between, the whole body is processed again: the inbox ignores the events that it has.
 */
export function processStoredWebhooks(
  installation: Installation,
  process: (piece: unknown) => Promise<void>,
): Promise<void> {
  const queue = queues.get(installation) ?? createSerialQueue();
  queues.set(installation, queue);
  return queue(() => processAll(installation, process));
}

async function processAll(
  installation: Installation,
  process: (piece: unknown) => Promise<void>,
): Promise<void> {
  const directory = directoryOf(installation);
  const names = filesIn(directory, ".json");
  if (names.length === 0) return;
  const reader = createBodyReader();
  try {
    for (const name of names) await processOne(installation, reader, join(directory, name), process);
  } finally {
    reader.close();
  }
}

async function processOne(
  installation: Installation,
  reader: BodyReader,
  path: string,
  process: (piece: unknown) => Promise<void>,
): Promise<void> {
  const { failures = 0, retryAt = 0 } = attempts.get(path) ?? {};
  if (retryAt > installation.clock.now()) return;
  try {
    for await (const piece of reader.piecesOf(path)) await process(piece);
    noteProcessed(installation, basename(path));
  } catch (error) {
    const ageMs = installation.clock.now() - (writtenMs(path) ?? 0);
    const isKept = !(error instanceof MalformedBody) && ageMs < KEPT_MS;
    installation.log.error(
      { err: error, file: basename(path), failures: failures + 1, hours: Math.round(ageMs / 3_600_000) },
      isKept
        ? "a large webhook was not processed; retried every 10 minutes for 7 days"
        : "a large webhook could not be processed and was deleted",
    );
    if (isKept) {
      const pauseMs = failures === 0 ? FIRST_PAUSE_MS : PAUSE_MS;
      attempts.set(path, { failures: failures + 1, retryAt: installation.clock.now() + pauseMs });
      installation.clock.after(pauseMs, () => void processStoredWebhooks(installation, process));
      return;
    }
  }
  attempts.delete(path);
  await unlink(path).catch(() => undefined);
}

function noteProcessed(installation: Installation, name: string): void {
  const names = processedOf(installation);
  names.add(name);
  const [oldest] = names;
  if (names.size > MAX_PROCESSED && oldest !== undefined) names.delete(oldest);
}
