import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pixelFlood, png } from "#channels/media/testing.ts";
import { makeThumbnail } from "./thumbnail.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-thumbnail-"));
});
afterAll(() => rmSync(directory, { recursive: true }));
async function lay(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(directory, name);
  await Bun.write(path, bytes);
  return path;
}

test("previews are created one at a time, so many large pictures need the memory of one", async () => {
  const [large, small] = [
    await lay("large.png", await png(5000, 5000)),
    await lay("small.png", await png(10, 10)),
  ];
  const ended: string[] = [];
  await Promise.all([
    makeThumbnail(large).then((made) => ended.push(`large ${made?.width}`)),
    makeThumbnail(small).then((made) => ended.push(`small ${made?.width}`)),
  ]);
  expect(ended).toEqual(["large 5000", "small 10"]);
});

test("a file that is not a picture gets no preview and does not block the next one", async () => {
  const [none, small] = [await lay("none.png", "nothing"), await lay("small.png", await png(10, 10))];
  expect(await makeThumbnail(none)).toBeNull();
  expect(await makeThumbnail(small)).toMatchObject({ width: 10 });
});

test("a small file that declares a huge canvas gets no preview and allocates no memory", async () => {
  const flood = await lay("flood.png", pixelFlood(12_000));
  const before = process.memoryUsage.rss();
  expect(await makeThumbnail(flood)).toBeNull();
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});
