import { type Colour, jpegOf, type Scene, type Shape, stickerOf } from "./paint.ts";

const WIDTH = 480;
const HEIGHT = 360;
const WHITE: Colour = [250, 250, 246];

function scene(sky: Scene["sky"], shapes: readonly Shape[]): Scene {
  return { width: WIDTH, height: HEIGHT, sky, shapes };
}

/** Several equal shapes in a row. */
function row(count: number, make: (index: number) => Shape): Shape[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A carrot cake with candles. */
const cake = scene(
  [
    [252, 231, 214],
    [240, 196, 160],
  ],
  [
    { box: [60, 300, 360, 14], colour: WHITE },
    { box: [100, 220, 280, 80], colour: [205, 120, 46] },
    { box: [100, 205, 280, 26], colour: [92, 52, 30] },
    { box: [150, 140, 180, 66], colour: [222, 140, 58] },
    { box: [150, 126, 180, 22], colour: [92, 52, 30] },
    ...row(5, (index) => ({ box: [178 + index * 30, 90, 8, 36], colour: [96, 150, 220] })),
    ...row(5, (index) => ({ disc: [182 + index * 30, 82, 8], colour: [255, 196, 60] })),
    ...row(9, (index) => ({ disc: [116 + index * 31, 262, 7], colour: WHITE })),
  ],
);

/** A loaf of bread with its cuts. */
const bread = scene(
  [
    [255, 244, 222],
    [236, 208, 166],
  ],
  [
    { box: [50, 270, 380, 24], colour: [150, 104, 62] },
    { disc: [150, 210, 74], colour: [196, 132, 62] },
    { disc: [240, 200, 84], colour: [206, 142, 70] },
    { disc: [330, 210, 74], colour: [196, 132, 62] },
    ...row(3, (index) => ({ box: [140 + index * 90, 170, 10, 70], colour: [242, 214, 164] })),
  ],
);

/** A brown wallet with a bad photo in it. */
const wallet = scene(
  [
    [214, 224, 232],
    [178, 192, 204],
  ],
  [
    { box: [90, 110, 300, 170], colour: [104, 66, 40] },
    { box: [100, 120, 280, 150], colour: [126, 82, 52] },
    { box: [270, 140, 80, 96], colour: WHITE },
    { disc: [310, 176, 22], colour: [232, 190, 160] },
    { box: [284, 200, 52, 36], colour: [60, 80, 120] },
  ],
);

/** A router whose one light is red. */
const router = scene(
  [
    [64, 78, 96],
    [28, 36, 48],
  ],
  [
    { box: [120, 60, 10, 150], colour: [20, 24, 30] },
    { box: [350, 60, 10, 150], colour: [20, 24, 30] },
    { box: [80, 200, 320, 80], colour: [236, 240, 244] },
    ...row(4, (index) => ({ disc: [130 + index * 50, 240, 9], colour: [70, 200, 120] })),
    { disc: [340, 240, 13], colour: [230, 50, 50] },
  ],
);

/** A speed test that disappoints. */
const speedTest = scene(
  [
    [16, 24, 40],
    [24, 40, 66],
  ],
  [
    { disc: [240, 210, 130], colour: [40, 60, 92] },
    { disc: [240, 210, 104], colour: [16, 24, 40] },
    { box: [236, 110, 8, 100], colour: [90, 200, 250] },
    { disc: [240, 210, 16], colour: WHITE },
    ...row(8, (index) => ({
      box: [60 + index * 46, 320 - ((index * 37) % 60), 26, 30],
      colour: [56, 169, 240],
    })),
  ],
);

const SCENES = { cake, bread, wallet, router, "speed-test": speedTest };
export type PictureName = keyof typeof SCENES;

const painted = new Map<string, Promise<Uint8Array>>();

/** Caches the promise of a picture, so that each is painted once. */
function once(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = painted.get(key) ?? make();
  painted.set(key, known);
  return known;
}

/** A photo to send: a real JPEG of 480 × 360. */
export function photo(name: PictureName): Promise<Uint8Array> {
  return once(`photo ${name}`, () => jpegOf(SCENES[name]));
}

/** The picture as a sticker. */
export function sticker(name: PictureName): Promise<Uint8Array> {
  return once(`sticker ${name}`, () => stickerOf(SCENES[name]));
}

/** A profile picture: two discs in the person's colour. */
export function portrait(colour: Colour): Promise<Uint8Array> {
  const [red, green, blue] = colour;
  return jpegOf({
    width: 192,
    height: 192,
    sky: [colour, [red / 2, green / 2, blue / 2]],
    shapes: [
      { disc: [96, 190, 70], colour: WHITE },
      { disc: [96, 84, 40], colour: [236, 200, 172] },
      { disc: [96, 62, 38], colour: [70, 46, 34] },
      { disc: [96, 92, 34], colour: [236, 200, 172] },
    ],
  });
}
