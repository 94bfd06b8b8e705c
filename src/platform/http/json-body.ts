import { AppError, invalidFields } from "#platform/errors.ts";

/** Largest JSON body, bytes. */
const MAX_JSON_BYTES = 1_048_576;

/**
 * The JSON body of a request; only `application/json` is read, so no foreign form can post (CSRF). Throws
 * 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE, 400 ERR_VALIDATION.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  const text = await readText(request);
  if (text.trim() === "") return {};
  if (!type.startsWith("application/json")) throw new AppError(415, "ERR_MEDIA_TYPE");
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields({ body: "invalid" });
  }
}

/** The body as text, never more of it than allowed: one without a declared length is counted as it comes. */
async function readText(request: Request): Promise<string> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > MAX_JSON_BYTES) throw tooLarge();
    return request.text();
  }
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const tooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE", { limitBytes: MAX_JSON_BYTES });
