import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";

/** Bytes of an unshared buffer, as `Response` requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Encoding = "br" | "gzip" | "identity";

/** One file of the web app, ready to be sent in every encoding a browser may ask for. */
export interface AssetFile {
  /** Absolute path of its address. */
  readonly path: string;
  readonly type: string;
  /** The content's hash is part of the address: it never changes. */
  readonly immutable: boolean;
  /** Hex, of the plain content. */
  readonly hash: string;
  /** Variants that exist; the others are made from them at the first request. */
  readonly variants: Partial<Record<Encoding, Bytes>>;
}

/** How hard to compress: `release` once at build, `now` while a browser waits. */
export type Effort = "release" | "now";

/** Texts shrink to a third or less; pictures, sounds and fonts are compressed already. */
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

/** The content in one encoding; made once and kept. */
export function variantOf(file: AssetFile, encoding: Encoding): Bytes {
  const known = file.variants[encoding];
  if (known) return known;
  const plain = plainOf(file);
  const made = encoding === "identity" ? plain : compressTo(encoding, plain, "now");
  file.variants[encoding] = made;
  return made;
}
