import { ICONS, type IconName } from "./contract.ts";
import { type Pixels, readPng, writePng } from "./png.ts";

interface Square {
  /** Side length in pixels. */
  readonly edge: number;
  /** Share of the side that the picture fills, 0 to 1. */
  readonly share: number;
  /** `#rrggbb` behind the picture; null = transparent. */
  readonly ground: string | null;
  /** With the red dot for unread messages. */
  readonly isMarked: boolean;
}

type Color = readonly [number, number, number];
/** `--danger` and the white around it, as on the product's own icon. */
const DOT: Color = [0xc0, 0x2a, 0x37];
const RING: Color = [0xff, 0xff, 0xff];
/** In shares of the side: distance of the dot's centre from the right and the top, and its radii. */
const DOT_AT = 0.266;
const DOT_RADIUS = 0.234;
const RING_RADIUS = 0.297;

/** A square PNG with the logo centred. */
export async function squareIcon(logo: Uint8Array, square: Square): Promise<Uint8Array<ArrayBuffer>> {
  const { edge, share, ground, isMarked } = square;
  const room = Math.round(edge * share);
  const weighed = await writePng(weighedDown(readPng(logo)));
  const fitted = await new Bun.Image(weighed).resize(room, room, { fit: "inside" }).png().bytes();
  const icon: Pixels = { width: edge, height: edge, data: new Uint8Array(edge * edge * 4) };
  if (ground !== null) fill(icon, ground);
  place(icon, readPng(fitted));
  if (isMarked) {
    disc(icon, RING_RADIUS, RING);
    disc(icon, DOT_RADIUS, DOT);
  }
  return writePng(icon);
}

/** Multiplies each colour by its alpha, so that edges keep their colour when pixels are averaged. */
function weighedDown({ width, height, data }: Pixels): Pixels {
  const weighed = new Uint8Array(data);
  for (let at = 0; at < data.length; at += 4)
    for (let part = at; part < at + 3; part += 1)
      weighed[part] = Math.round(((data[part] ?? 0) * (data[at + 3] ?? 0)) / 255);
  return { width, height, data: weighed };
}

function fill({ data }: Pixels, ground: string): void {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  data.fill(255);
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red ?? 0;
    data[at + 1] = green ?? 0;
    data[at + 2] = blue ?? 0;
  }
}

/** For a picture with premultiplied alpha. */
function place(icon: Pixels, { width, height, data }: Pixels): void {
  const [left, top] = [(icon.width - width) >> 1, (icon.height - height) >> 1];
  for (let from = 0; from < data.length; from += 4) {
    const pixel = from / 4;
    const x = pixel % width;
    const y = (pixel - x) / width;
    const cover = (data[from + 3] ?? 0) / 255;
    if (cover > 0) paint(icon.data, ((top + y) * icon.width + left + x) * 4, data, from, cover, 1);
  }
}

/** The edge of the disc is anti-aliased over one pixel. */
function disc({ width: edge, data }: Pixels, radius: number, color: Color): void {
  const [middleX, middleY, reach] = [edge * (1 - DOT_AT), edge * DOT_AT, edge * radius];
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const away = Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY);
      const cover = Math.min(1, reach - away + 0.5);
      if (cover > 0) paint(data, (y * edge + x) * 4, color, 0, cover, cover);
    }
}

/** Blends the colour at `from` over the existing pixel. `cover`: coverage, above 0 to 1; `weight`: 1 when the colour is premultiplied. */
function paint(
  data: Uint8Array,
  at: number,
  color: ArrayLike<number>,
  from: number,
  cover: number,
  weight: number,
): void {
  const below = ((data[at + 3] ?? 0) / 255) * (1 - cover);
  const both = cover + below;
  for (let part = 0; part < 3; part += 1)
    data[at + part] = Math.round(
      ((color[from + part] ?? 0) * weight + (data[at + part] ?? 0) * below) / both,
    );
  data[at + 3] = Math.round(both * 255);
}

/** Number of recently created icons kept in memory. */
const KEPT = 200;
const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Whether there is an icon of this name. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** An icon of a logo, created at the first request; `address` is its URL, unique per logo. */
export function iconOf(address: string, name: IconName, logo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const known = made.get(address);
  if (known) return known;
  if (made.size >= KEPT) made.clear();
  const icon = squareIcon(logo, ICONS[name]);
  made.set(address, icon);
  // A failed icon is created again at the next request.
  icon.catch(() => made.delete(address));
  return icon;
}
