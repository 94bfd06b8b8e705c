import { bitmap } from "#simulator/media/pictures.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** A shape of a picture; later shapes cover earlier ones. Coordinates in pixels from the top left. */
export type Shape =
  | { readonly disc: readonly [x: number, y: number, radius: number]; readonly colour: Colour }
  | { readonly box: readonly [x: number, y: number, width: number, height: number]; readonly colour: Colour };

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Background from top to bottom. */
  readonly sky: readonly [Colour, Colour];
  readonly shapes: readonly Shape[];
}

/** Red, green and blue of every pixel, row by row from the top. */
class Canvas {
  readonly width: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** Colours one row from `from` up to but not including `to`. */
  line(y: number, from: number, to: number, colour: Colour): void {
    const [red, green, blue] = colour;
    const end = (y * this.width + Math.min(this.width, to)) * 3;
    for (let index = (y * this.width + Math.max(0, from)) * 3; index < end; index += 3) {
      this.pixels[index] = red;
      this.pixels[index + 1] = green;
      this.pixels[index + 2] = blue;
    }
  }
}

function mix([from, to]: Scene["sky"], share: number): Colour {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function draw(canvas: Canvas, shape: Shape, height: number): void {
  if ("box" in shape) {
    const [left, top, width, depth] = shape.box;
    for (let y = top; y < Math.min(top + depth, height); y++)
      canvas.line(y, left, left + width, shape.colour);
    return;
  }
  const [x, y, radius] = shape.disc;
  for (let row = Math.max(0, y - radius); row <= Math.min(y + radius, height - 1); row++) {
    const half = Math.round(Math.sqrt(radius ** 2 - (row - y) ** 2));
    canvas.line(row, x - half, x + half, shape.colour);
  }
}

function paint({ width, height, sky, shapes }: Scene): Uint8Array {
  const canvas = new Canvas(width, height);
  for (let y = 0; y < height; y++) canvas.line(y, 0, width, mix(sky, y / height));
  for (const shape of shapes) draw(canvas, shape, height);
  return bitmap(width, height, canvas.pixels);
}

/** A scene as a real JPEG. */
export function jpegOf(scene: Scene): Promise<Uint8Array> {
  return new Bun.Image(paint(scene)).jpeg({ quality: 82 }).bytes();
}

/** A scene as a real WebP of 256 × 256, the form of stickers. */
export function stickerOf(scene: Scene): Promise<Uint8Array> {
  return new Bun.Image(paint(scene)).resize(256, 256).webp().bytes();
}
