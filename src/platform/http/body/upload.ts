import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { AppError, invalidFields } from "#platform/errors.ts";
import { createPacedQueue } from "#platform/jobs/paced-queue.ts";

export interface UploadLimits {
  readonly maxFiles: number;
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  readonly maxFields: number;
  /** Bytes of one text field. */
  readonly maxFieldBytes: number;
}

/** Stores files during an upload: the media store of the company. */
export interface UploadSink<File> {
  receive(stream: AsyncIterable<Uint8Array>): Promise<File>;
  discard(file: File): Promise<void>;
}

export interface Upload<File> {
  /** Text fields; of a name sent twice the last one. */
  readonly fields: ReadonlyMap<string, string>;
  /** All text fields with all values of a name, in the order sent. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Files in the order sent; `fileName` is the sender's: clean it before use. */
  readonly files: readonly { readonly field: string; readonly fileName: string; readonly file: File }[];
}

/** Bytes for boundaries and part headers within the limit of the whole body. */
const OVERHEAD_BYTES = 64 * 1024;

/** Bytes per piece; parsing, hashing and writing one takes about half a millisecond. */
const PIECE_BYTES = 64 * 1024;
/** Maximum number of pieces of all uploads that are being written. */
const PIECES_AT_ONCE = 4;
const inTurn = createPacedQueue(PIECES_AT_ONCE);

/** Resolves when the next upload may be parsed: many can arrive in one turn of the event loop. */
export const uploadTurn = (): Promise<void> => inTurn(() => undefined);

/** Whether a request is a multipart upload. */
export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");

const looks = new WeakMap<Request, () => void>();

/** Calls `look` once the whole upload has arrived, before the handler gets it. `look` throws to reject the upload. */
export const checkUploadBeforeUse = (request: Request, look: () => void): void =>
  void looks.set(request, look);

const tooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE");
const malformed = () => new AppError(400, "ERR_VALIDATION");

async function* untilCut(stream: Readable & { truncated?: boolean }): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece;
  if (stream.truncated) throw tooLarge();
}

/**
 * Waits that can be interrupted: `fail` rejects the current `step`, or the next one. (A race of each step against one
 * lasting promise would keep every piece of the body in memory until the end.)
 */
function interruptible() {
  let failure: { readonly reason: unknown } | null = null;
  let interrupt: (reason: unknown) => void = () => undefined;
  return {
    fail(reason: unknown): void {
      failure ??= { reason };
      interrupt(reason);
    },
    step<T>(work: Promise<T>): Promise<T> {
      return new Promise((done, failed) => {
        interrupt = failed;
        if (failure) failed(failure.reason);
        else work.then(done, failed);
      });
    },
  };
}

function openParser(request: Request, limits: UploadLimits) {
  const type = request.headers.get("content-type") ?? "";
  if (!isMultipart(request)) throw malformed();
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        files: limits.maxFiles,
        fileSize: limits.maxFileBytes,
        fields: limits.maxFields,
        fieldSize: limits.maxFieldBytes,
        parts: limits.maxFiles + limits.maxFields,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch {
    throw malformed();
  }
}

/**
 * Reads a multipart request directly into `sink`, with only a few pieces in memory; the pieces of all uploads take
 * turns, so that a hundred uploads do not delay other requests. All or nothing: everything received is discarded when
 * a limit is exceeded, the body is malformed, or the sender disconnects or has lost the permission. Throws 413
 * ERR_MEDIA_TOO_LARGE, 400 ERR_VALIDATION, and the errors of the sink.
 */
export async function readUpload<File>(
  request: Request,
  limits: UploadLimits,
  sink: UploadSink<File>,
): Promise<Upload<File>> {
  const maxBytes =
    limits.maxFiles * limits.maxFileBytes + limits.maxFields * limits.maxFieldBytes + OVERHEAD_BYTES;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const parser = openParser(request, limits);
  const fields = new Map<string, string>();
  const values = new Map<string, string[]>();
  const open = new Set<Readable>();
  const received: Promise<{ field: string; fileName: string; file: File }>[] = [];
  const { step, fail } = interruptible();

  parser.on("file", (field: string, stream: Readable, fileName: string | undefined) => {
    open.add(stream);
    // Aborted before the sink began to read: without a handler, the unhandled error would end the process.
    stream.on("error", () => undefined);
    stream.once("close", () => open.delete(stream));
    stream.once("limit", () => fail(tooLarge()));
    const file = sink.receive(untilCut(stream)).then((done) => {
      return { field: String(field ?? ""), fileName: fileName ?? "", file: done };
    });
    file.catch(fail);
    received.push(file);
  });
  parser.on("field", (name: string, value: string, nameCut: boolean, valueCut: boolean) => {
    if (nameCut || valueCut) fail(invalidFields({ [String(name).slice(0, 100)]: "too_long" }));
    else {
      fields.set(String(name ?? ""), value);
      values.set(String(name ?? ""), [...(values.get(String(name ?? "")) ?? []), value]);
    }
  });
  parser.on("filesLimit", () => fail(invalidFields({ files: "too_long" })));
  parser.on("fieldsLimit", () => fail(malformed()));
  parser.on("partsLimit", () => fail(malformed()));
  parser.on("error", () => fail(malformed()));
  const finished = new Promise<void>((done) => parser.on("finish", done));

  const reader = (request.body ?? new Blob().stream()).getReader();
  try {
    let total = 0;
    for (;;) {
      const piece = await step(reader.read());
      if (piece.done) break;
      total += piece.value.length;
      if (total > maxBytes) throw tooLarge();
      for (let at = 0; at < piece.value.length; at += PIECE_BYTES) {
        const part = piece.value.subarray(at, at + PIECE_BYTES);
        await inTurn(() => step(new Promise((done) => parser.write(part, done))));
      }
    }
    parser.end();
    await step(finished);
    const files = await step(Promise.all(received));
    looks.get(request)?.();
    return { fields, values, files };
  } catch (error) {
    for (const stream of open) stream.destroy(new Error("upload given up"));
    parser.destroy();
    await reader.cancel().catch(() => undefined);
    for (const outcome of await Promise.allSettled(received)) {
      if (outcome.status === "fulfilled") await sink.discard(outcome.value.file);
    }
    throw error;
  }
}
