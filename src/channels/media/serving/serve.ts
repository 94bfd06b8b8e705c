import { securityHeaders } from "#platform/http/security-headers.ts";

/** A stored file to be sent to a browser. */
export interface ServedFile {
  /** Absolute path. */
  readonly path: string;
  /** Type by content, as stored. */
  readonly mimeType: string;
  /** Clean name for saving it. */
  readonly fileName: string;
  /** Hex; the ETag. */
  readonly sha256: string;
}

/**
 * Types shown in place, because they contain no active content. Other files are downloaded
 * (docs/rules/general.md#media-addresses).
 */
const IN_PLACE = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$)/;

/** Long caching is safe: the address changes at most once a day, the content never. */
const CACHE = "private, max-age=86400, immutable";

/** `filename*` supports any name (RFC 6266), `filename` is a plain one for old clients. */
function disposition({ mimeType, fileName }: ServedFile): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${IN_PLACE.test(mimeType) ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

type Range = { readonly from: number; readonly to: number };

/** One byte range; null = send everything (no range, several, or invalid); "none" = outside the file. */
function parseRange(header: string | null, size: number): Range | null | "none" {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "none" : { from, to };
}

/**
 * Serves a GET or HEAD of a stored file: stored type, no sniffing, no active content, one byte range, cached by the
 * browser only. Null when the file is not on disk. The caller has checked the permission to read.
 */
export async function serveFile(request: Request, served: ServedFile): Promise<Response | null> {
  const file = Bun.file(served.path);
  if (!(await file.exists())) return null;
  const etag = `"${served.sha256.slice(0, 32)}"`;
  const headers = new Headers({
    ...securityHeaders(served.mimeType === "application/pdf" ? "document" : "media", false),
    "content-type": served.mimeType.startsWith("text/")
      ? `${served.mimeType}; charset=utf-8`
      : served.mimeType,
    "content-disposition": disposition(served),
    "cache-control": CACHE,
    "accept-ranges": "bytes",
    etag,
  });
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get("if-range");
  const wanted = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
  const range = parseRange(wanted, file.size);
  if (range === "none") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: file.size - 1 };
  if (range) headers.set("content-range", `bytes ${from}-${to}/${file.size}`);
  headers.set("content-length", String(to - from + 1));
  const body = request.method === "HEAD" ? null : range ? file.slice(from, to + 1) : file;
  return new Response(body, { status: range ? 206 : 200, headers });
}
