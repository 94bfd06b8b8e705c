import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";

/** Bytes of an unshared buffer, as `Response` requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Encoding = "br" | "gzip" | "identity";

/** One file of the web app, with its encoded variants. */
export interface AssetFile {
  /** URL path of the file. */
  readonly path: string;
  readonly type: string;
  /** True when the URL contains the hash of the content, so that the file never changes. */
  readonly immutable: boolean;
  /** Hex, of the plain content. */
  readonly hash: string;
  /** Existing encodings; others are created at the first request. */
  readonly variants: Partial<Record<Encoding, Bytes>>;
}

/** Compression level: `release` at build time, `now` while a browser waits. */
export type Effort = "release" | "now";

/** Whether compression helps: texts shrink to a third or less; pictures, sounds and fonts are compressed already. */
export const isCompressible = (type: string): boolean => /^text\/|json|javascript|xml|svg/.test(type);

export function compressTo(encoding: "br" | "gzip", plain: Bytes, effort: Effort): Bytes {
  if (encoding === "gzip") return gzipSync(plain, { level: effort === "release" ? 9 : 6 });
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === "release" ? constants.BROTLI_MAX_QUALITY : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

function plainOf({ variants: { identity, br } }: AssetFile): Bytes {
  return identity ?? brotliDecompressSync(br ?? new Uint8Array());
}

/** The content in one encoding; created once and cached. */
export function variantOf(file: AssetFile, encoding: Encoding): Bytes {
  const known = file.variants[encoding];
  if (known) return known;
  const plain = plainOf(file);
  const made = encoding === "identity" ? plain : compressTo(encoding, plain, "now");
  file.variants[encoding] = made;
  return made;
}
