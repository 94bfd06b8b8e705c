import { createPacedQueue } from "#platform/jobs/paced-queue.ts";

/** Preview of an image as WhatsApp wants it inside the message. */
export interface Thumbnail {
  readonly jpeg: Buffer;
  /** Of the original, so that the phone lays the bubble out before the file is there. */
  readonly width: number;
  readonly height: number;
}

const WIDTH = 72;
// A picture of 40 megapixels is larger than any phone takes and still decodes in 160 MB.
const MAX_PIXELS = 40_000_000;
/** One at a time, whoever sends: a few kilobytes may be forty megapixels, and many at once would add up. */
const inTurn = createPacedQueue(1);

/** Makes the preview; null when the file is no image the runtime can read. */
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
