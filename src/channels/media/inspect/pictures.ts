/**
 * Pictures with more pixels are documents: decoding one takes 4 bytes a pixel, and the product must live
 * on a machine of 1 GB. Phones of today reach 12 to 50 million.
 */
const MAX_PIXELS = 50_000_000;

export interface PictureSize {
  /** Pixels, as shown (turned as the camera says). */
  readonly width: number;
  readonly height: number;
}

export interface ThumbnailOptions {
  /** Longest side in pixels; smaller pictures keep their size. */
  readonly edge: number;
  readonly format: "jpeg" | "webp";
}

/** Tail of the queue: one picture is decoded at a time, so that many at once do not add up in memory. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Size of a stored picture; null when it cannot be shown: damaged, of another kind, or with too many pixels. */
export async function readPicture(path: string): Promise<PictureSize | null> {
  try {
    const { width, height } = await new Bun.Image(path, { maxPixels: MAX_PIXELS }).metadata();
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/**
 * A small still copy of a stored picture (the first frame of a moving one), decoded off this thread.
 * Null when it cannot be shown.
 */
export function makeThumbnail(path: string, options: ThumbnailOptions): Promise<Uint8Array | null> {
  return inTurn(async () => {
    try {
      const picture = new Bun.Image(path, { maxPixels: MAX_PIXELS });
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

/** The picture as a PNG made anew, at most `edge` pixels long: only its pixels go on. Null when it cannot be shown. */
export function makePng(path: string, edge: number): Promise<Uint8Array | null> {
  return inTurn(async () => {
    try {
      const picture = new Bun.Image(path, { maxPixels: MAX_PIXELS });
      return await picture.resize(edge, edge, { fit: "inside", withoutEnlargement: true }).png().bytes();
    } catch {
      return null;
    }
  });
}
