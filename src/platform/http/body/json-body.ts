import { AppError, invalidFields } from "#platform/errors.ts";
import { withBody } from "./body.ts";

const decoder = new TextDecoder();

const read = new WeakMap<Request, Uint8Array>();

/** Stores a body that was read already, for a handler that calls `readJson` itself. */
export const storeBody = (request: Request, body: Uint8Array): void => void read.set(request, body);

/**
 * The JSON body of a request; only `application/json` is read, so no foreign form can post (CSRF). Throws
 * 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE, 400 ERR_VALIDATION, 503 ERR_SERVER_BUSY.
 */
export async function readJson(request: Request): Promise<unknown> {
  const kept = read.get(request);
  return kept ? jsonOf(request, kept) : withBody(request, (body) => jsonOf(request, body));
}

/** Parses a body that was read already. Throws as `readJson` does. */
export function jsonOf(request: Request, body: Uint8Array): unknown {
  const text = decoder.decode(body);
  if (text.trim() === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) throw new AppError(415, "ERR_MEDIA_TYPE");
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields({ body: "invalid" });
  }
}
