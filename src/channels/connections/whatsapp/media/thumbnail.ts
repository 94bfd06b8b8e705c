import { createPacedQueue } from "#platform/jobs/paced-queue.ts";

/** Preview of an image, as WhatsApp requires it inside the message. */
export interface Thumbnail {
  readonly jpeg: Buffer;
  /** Size of the original in pixels: the phone reserves this space before it downloads the file. */
  readonly width: number;
  readonly height: number;
}

const WIDTH = 72;
// Larger images get no preview: decoding 40 megapixels takes 160 MB.
const MAX_PIXELS = 40_000_000;
/**
 * One image at a time: a file of a few kilobytes may have 40 megapixels, and several at the same time would exhaust the
 * memory.
 */
const inTurn = createPacedQueue(1);

/** Creates the preview; null when the runtime cannot read the file as an image. */
export const makeThumbnail = (path: string): Promise<Thumbnail | null> =>
  inTurn(async () => {
    try {
      const options = { maxPixels: MAX_PIXELS };
      const { width, height } = await new Bun.Image(path, options).metadata();
      const jpeg = await new Bun.Image(path, options).resize(WIDTH).jpeg({ quality: 60 }).toBuffer();
      return { jpeg: Buffer.from(jpeg), width, height };
    } catch {
      return null;
    }
  });
