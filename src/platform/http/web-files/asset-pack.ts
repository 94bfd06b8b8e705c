import {
  type AssetFile,
  type Bytes,
  compressTo,
  type Encoding,
  isCompressible,
  variantOf,
} from "./asset-file.ts";

/** Positions of a file's variants in the pack: [offset, length] in bytes. */
type Places = Partial<Record<Exclude<Encoding, "gzip">, readonly [number, number]>>;

/** The table of contents of a pack; JSON. */
export type PackIndex = readonly (Omit<AssetFile, "variants"> & { readonly places: Places })[];

/**
 * Packs files into one blob for the binary: texts as brotli, other files unchanged. A browser without brotli (every
 * browser without https) gets a gzip variant made at the first request, which takes 10 ms for the first page.
 */
export function packAssets(files: readonly AssetFile[]): {
  readonly index: PackIndex;
  readonly bytes: Bytes;
} {
  const parts: Bytes[] = [];
  let offset = 0;
  const place = (bytes: Bytes): readonly [number, number] => {
    const at = offset;
    parts.push(bytes);
    offset += bytes.length;
    return [at, bytes.length];
  };
  const index = files.map(({ variants: _, ...file }, position) => {
    const plain = variantOf(files[position] as AssetFile, "identity");
    const places: Places = isCompressible(file.type)
      ? { br: place(compressTo("br", plain, "release")) }
      : { identity: place(plain) };
    return { ...file, places };
  });
  return { index, bytes: Buffer.concat(parts) };
}

/** Unpacks the files; their variants are views into `bytes`, without copies. */
export function unpackAssets(index: PackIndex, bytes: Bytes): AssetFile[] {
  return index.map(({ places, ...file }) => {
    const variants: AssetFile["variants"] = {};
    for (const encoding of ["br", "identity"] as const) {
      const place = places[encoding];
      if (place) variants[encoding] = bytes.subarray(place[0], place[0] + place[1]);
    }
    return { ...file, variants };
  });
}
