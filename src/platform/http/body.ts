import { AppError } from "#platform/errors.ts";
import { createBodyBudget } from "./body-budget.ts";
import { networkOf } from "./network-of.ts";

/** Largest body of a route that does not name another limit, bytes (docs/rules/limits.md#bodies). */
export const BODY_BYTES = 64 * 1024;

/** Limits that routes with long texts name. */
export const LARGE_BODY_BYTES = 256 * 1024;
export const HUGE_BODY_BYTES = 1024 * 1024;

const MB = 1024 * 1024;
/** Bodies of people and keys, counted per company. */
const known = createBodyBudget(64 * MB, 16 * MB);
/** Bodies of callers without a session, counted per address; they cannot use up what others need. */
const open = createBodyBudget(32 * MB, 4 * MB);
/** Bodies up to this length are read in one step; a stream would cost as much as the rest of the request, bytes. */
const SMALL_BYTES = 4 * 1024;

const addresses = new WeakMap<Request, string>();

/** The front door names the caller of each request with a body; its memory is counted for that address. */
export const noteCaller = (request: Request, ip: string): void => void addresses.set(request, ip);

/** Bytes of bodies that are held in memory now. */
export const bodyBytesHeld = (): number => known.used() + open.used();

export interface ReadOptions {
  readonly maxBytes?: number | undefined;
  /** The company whose share of the memory is used; without it that of the caller's address. */
  readonly company?: string | undefined;
  /** Called with each piece as it arrives. */
  readonly onPiece?: (piece: Uint8Array) => void;
}

/**
 * Hands the whole body to `use`; the only way to read one that is not a streamed upload. Its bytes count against the
 * memory budget until `use` has ended. Throws 413 ERR_MEDIA_TOO_LARGE, 503 ERR_SERVER_BUSY.
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
  const owner = company ?? networkOf(addresses.get(request) ?? "");
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body) {
      if (size + piece.length > maxBytes) throw tooLarge();
      budget.take(owner, piece.length);
      size += piece.length;
      pieces.push(piece);
      onPiece?.(piece);
    }
    return await use(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
  } finally {
    budget.give(owner, size);
  }
}
