import { expect, test } from "bun:test";
import { ICONS, type IconName } from "./contract.ts";
import { squareIcon } from "./icons.ts";
import { type Pixels, readPng, writePng } from "./png.ts";

/** A picture twice as wide as high: left half green, right half half-transparent. */
const wide = (edge: number): Pixels => {
  const data = new Uint8Array(edge * (edge / 2) * 4);
  for (let at = 0; at < data.length; at += 4)
    data.set((at / 4) % edge < edge / 2 ? [0, 160, 80, 255] : [0, 160, 80, 128], at);
  return { width: edge, height: edge / 2, data };
};
const logo = await writePng(wide(64));
const made = async (icon: IconName) => readPng(await squareIcon(logo, ICONS[icon]));
/** The pixel at x and y, as shares of the sides, 0 to 1. */
const at = ({ width, data }: Pixels, x: number, y: number) => {
  const from = (Math.floor(y * width) * width + Math.floor(x * width)) * 4;
  return [...data.subarray(from, from + 4)];
};

test("a written PNG is read back unchanged, also by other decoders", async () => {
  expect(readPng(logo)).toEqual(wide(64));
  expect(await new Bun.Image(logo).metadata()).toMatchObject({ width: 64, height: 32, format: "png" });
});

test("all PNG filters are decoded", async () => {
  const colorful: Pixels = { width: 40, height: 40, data: new Uint8Array(6400) };
  for (let index = 0; index < 6400; index += 1) colorful.data[index] = (index * index * 7) % 251;
  for (let index = 3; index < 6400; index += 4) colorful.data[index] = 255;
  // The picture library uses different filters per row.
  const other = await new Bun.Image(await writePng(colorful)).png().bytes();
  expect(readPng(other)).toEqual(colorful);
});

test("an icon is a square of its size, with the whole logo in the middle of it", async () => {
  for (const [icon, { edge }] of Object.entries(ICONS)) {
    const { width, height } = await made(icon as IconName);
    expect([icon, width, height]).toEqual([icon, edge, edge]);
  }
  const large = await made("large");
  expect(at(large, 0.02, 0.5)).toEqual([0, 160, 80, 255]);
  expect(at(large, 0.98, 0.5)).toEqual([0, 159, 80, 128]);
  expect(at(large, 0.5, 0.1)[3]).toBe(0);
});

test("the logo of a maskable icon is within the safe zone, on an opaque background", async () => {
  const maskable = await made("maskable");
  expect(at(maskable, 0.18, 0.5)).toEqual([255, 255, 255, 255]);
  expect(at(maskable, 0.25, 0.5)).toEqual([0, 160, 80, 255]);
  expect(at(maskable, 0.75, 0.5)).toEqual([127, 207, 167, 255]);
  expect(at(await made("touch"), 0.5, 0.05)).toEqual([255, 255, 255, 255]);
});

test("edges of a bright logo get no dark line", async () => {
  const data = new Uint8Array(99 * 99 * 4);
  for (let y = 0; y < 99; y += 1)
    for (let x = 0; x < 50; x += 1) data.set([255, 238, 0, 255], (y * 99 + x) * 4);
  const bright = await writePng({ width: 99, height: 99, data });
  const onWhite = readPng(await squareIcon(bright, ICONS.touch));
  for (let part = 0; part < onWhite.data.length; part += 4)
    expect(onWhite.data[part + 1]).toBeGreaterThanOrEqual(236);
});

test("the unread icon has a red dot in the corner, on any logo", async () => {
  expect(at(await made("unread"), 0.74, 0.26)).toEqual([0xc0, 0x2a, 0x37, 255]);
  expect(at(await made("tab"), 0.74, 0.26)[3]).toBe(128);
  expect(at(await made("unread"), 0.1, 0.5)).toEqual(at(await made("tab"), 0.1, 0.5));
});

test("an unsupported PNG is rejected", async () => {
  const palette = await new Bun.Image(logo).png({ palette: true }).bytes();
  expect(() => readPng(palette)).toThrow("unsupported PNG");
});
