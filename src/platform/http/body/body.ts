import { AppError } from "#platform/errors.ts";
import { networkOf } from "#platform/http/server/caller.ts";
import { memoryShare } from "#platform/process/memory-limit.ts";
import { createBodyBudget } from "./body-budget.ts";

/** Maximum body of a route that declares no other limit, bytes (docs/rules/limits.md#bodies). */
export const BODY_BYTES = 64 * 1024;

/** Limits for routes with long texts, bytes. */
export const LARGE_BODY_BYTES = 256 * 1024;
export const HUGE_BODY_BYTES = 1024 * 1024;

const inQuarters = (bytes: number) => createBodyBudget(bytes, bytes / 4);
/** Memory for bodies of signed-in users and API keys, counted per company: 64 MB, less on a machine below 1 GB. */
const known = inQuarters(memoryShare(16, 32, 64));
/**
 * Memory for bodies of unauthenticated callers, counted per address and separate from the budget above: 32 MB, less
 * below 1 GB.
 */
const open = inQuarters(memoryShare(32, 16, 32));
/** Bodies up to this length are read in one step; a stream would cost as much as the rest of the request, bytes. */
const SMALL_BYTES = 4 * 1024;

const addresses = new WeakMap<Request, string>();

/** Stores the caller's address of each request with a body; the memory of its body is counted for that address. */
export const noteCaller = (request: Request, ip: string): void => void addresses.set(request, ip);

/** Bytes of bodies currently in memory. */
export const bodyBytesHeld = (): number => known.used() + open.used();

export interface ReadOptions {
  readonly maxBytes?: number | undefined;
  /** The company whose share of the memory is used; otherwise the caller's address. */
  readonly company?: string | undefined;
  /** Called with each piece as it arrives. */
  readonly onPiece?: (piece: Uint8Array) => void;
}

/**
 * Passes the whole body to `use`; the only way to read a body that is not a streamed upload. Its bytes count against
 * the memory budget until `use` has ended; while it arrives it may be aborted. Throws 413 ERR_MEDIA_TOO_LARGE, 503
 * ERR_SERVER_BUSY.
 */
export async function withBody<T>(
  request: Request,
  use: (body: Uint8Array) => T | Promise<T>,
  { maxBytes = BODY_BYTES, company, onPiece }: ReadOptions = {},
): Promise<T> {
  const tooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE", { limitBytes: maxBytes });
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge();
  if (!request.body) return use(new Uint8Array());
  if (declared <= SMALL_BYTES && !onPiece) return use(await request.bytes());
  const budget = company === undefined ? open : known;
  const reader = request.body.getReader();
  let pieces: Uint8Array[] = [];
  let size = 0;
  const held = budget.open(company ?? networkOf(addresses.get(request) ?? ""), () => {
    pieces = [];
    void reader.cancel().catch(() => undefined);
  });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const piece = next.value;
      if (size + piece.length > maxBytes) throw tooLarge();
      held.take(piece.length);
      size += piece.length;
      pieces.push(piece);
      onPiece?.(piece);
    }
    held.arrived();
    return await use(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
  } finally {
    held.close();
    // The rest of the body is discarded.
    await reader.cancel().catch(() => undefined);
  }
}
