import { afterAll, describe, expect, test } from "bun:test";
import { jpeg, pixelFlood, png, scratchDirectory, webp } from "#channels/media/testing.ts";
import { makeThumbnail, readPicture } from "./pictures.ts";

const scratch = scratchDirectory();
afterAll(() => scratch.remove());

/** A GIF of a million pixels whose every frame changes one of them: 4 MB each when all are unpacked. */
function manyFrames(frames: number): Uint8Array {
  const head = Buffer.from("474946383961e803e803800000000000ffffff", "hex");
  const frame = Buffer.from("21f90401000000002c0000000001000100000202440100", "hex");
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from("3b", "hex")]);
}

describe("pictures", () => {
  test.each([
    ["png", png],
    ["jpeg", jpeg],
    ["webp", webp],
  ])("the size of a %s is read", async (name, make) => {
    const path = await scratch.file(name, await make(31, 17));
    expect(await readPicture(path)).toEqual({ width: 31, height: 17 });
  });

  test("a thumbnail fits the edge and keeps its proportions; small pictures are not enlarged", async () => {
    const large = await scratch.file("large", await png(400, 100));
    const thumbnail = await makeThumbnail(large, { edge: 100, format: "webp" });
    const path = await scratch.file("thumbnail", thumbnail ?? "");
    expect(await readPicture(path)).toEqual({ width: 100, height: 25 });
    const small = await scratch.file("small", await png(20, 10));
    const copy = await scratch.file(
      "copy",
      (await makeThumbnail(small, { edge: 100, format: "jpeg" })) ?? "",
    );
    expect(await readPicture(copy)).toEqual({ width: 20, height: 10 });
  });

  test("a small file with a huge canvas is refused before memory is allocated", async () => {
    const path = await scratch.file("flood", pixelFlood(12_000));
    const before = process.memoryUsage.rss();
    expect(await readPicture(path)).toBeNull();
    expect(await makeThumbnail(path, { edge: 100, format: "webp" })).toBeNull();
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  test("an animation of a thousand frames costs as much as one frame", async () => {
    const path = await scratch.file("frames", manyFrames(1000));
    const before = process.memoryUsage.rss();
    expect(await makeThumbnail(path, { edge: 100, format: "webp" })).not.toBeNull();
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  test("a corrupted picture either has a thumbnail or not, and never throws", async () => {
    const before = process.memoryUsage.rss();
    for (const make of [jpeg, png, webp]) {
      const whole = await make(64, 48);
      for (let turn = 0; turn < 12; turn += 1) {
        const broken = Uint8Array.from(whole);
        // The head stays intact, so that a decoder begins; the first half of the rounds also truncates the file.
        for (let n = 0; n < 8; n += 1)
          broken[20 + ((turn * 7919 + n * 104729) % (broken.length - 20))] = (turn * 31 + n * 17) & 255;
        const path = await scratch.file("broken", turn < 6 ? broken.subarray(0, broken.length / 2) : broken);
        const thumbnail = await makeThumbnail(path, { edge: 100, format: "webp" });
        expect(thumbnail === null || thumbnail.length < 100_000).toBe(true);
      }
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  test("damaged files and other formats have no picture and never throw", async () => {
    const bad = [
      (await jpeg()).subarray(0, 12),
      new Uint8Array(500),
      Buffer.from("<svg/>"),
      new Uint8Array(0),
    ];
    for (const content of bad) {
      const path = await scratch.file("bad", content);
      expect(await makeThumbnail(path, { edge: 100, format: "webp" })).toBeNull();
    }
    expect(await readPicture("/nowhere/at-all")).toBeNull();
  });
});
