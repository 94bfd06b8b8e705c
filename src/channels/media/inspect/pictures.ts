import { createSerialQueue } from "#platform/jobs/paced-queue.ts";

/**
 * Pictures with more pixels are treated as documents: decoding takes 4 bytes per pixel, and the product has to run on
 * a machine with 1 GB of memory. Phone cameras have 12 to 50 million pixels.
 */
const MAX_PIXELS = 50_000_000;

export interface PictureSize {
  /** Width in pixels, after applying the camera's rotation. */
  readonly width: number;
  readonly height: number;
}

export interface ThumbnailOptions {
  /** Longest side in pixels; smaller pictures keep their size. */
  readonly edge: number;
  readonly format: "jpeg" | "webp";
  /** Pictures with more pixels give no thumbnail. */
  readonly maxPixels?: number;
}

/** Pictures are decoded one at a time, so that their memory does not add up. */
const enqueue = createSerialQueue();

/** Size of a stored picture; null when it cannot be shown: damaged, not a picture, or too many pixels. */
export async function readPicture(path: string): Promise<PictureSize | null> {
  try {
    const { width, height } = await new Bun.Image(path, { maxPixels: MAX_PIXELS }).metadata();
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/**
 * A thumbnail of a picture (the first frame of an animation) in a file or in memory, decoded off this thread. Null when
 * it cannot be shown.
 */
export function makeThumbnail(
  source: string | Uint8Array,
  options: ThumbnailOptions,
): Promise<Uint8Array | null> {
  return enqueue(async () => {
    try {
      const picture = new Bun.Image(source, { maxPixels: options.maxPixels ?? MAX_PIXELS });
      picture.resize(options.edge, options.edge, { fit: "inside", withoutEnlargement: true });
      return await (options.format === "jpeg"
        ? picture.jpeg({ quality: 70 })
        : picture.webp({ quality: 75 })
      ).bytes();
    } catch {
      return null;
    }
  });
}

/**
 * Re-encodes a picture as PNG, at most `edge` pixels long, which removes all metadata. Null when it cannot be shown.
 */
export function makePng(path: string, edge: number): Promise<Uint8Array | null> {
  return enqueue(async () => {
    try {
      const picture = new Bun.Image(path, { maxPixels: MAX_PIXELS });
      return await picture.resize(edge, edge, { fit: "inside", withoutEnlargement: true }).png().bytes();
    } catch {
      return null;
    }
  });
}
