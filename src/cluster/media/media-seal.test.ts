import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMediaSeal } from "./media-seal.ts";

const KEY = "an installation key of the tests";
const PIECE = 1024 * 1024;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "balcao-media-seal-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fresh = () => join(folder, crypto.randomUUID());
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Yields the bytes in pieces of the network, which are never those of the format. */
async function* arriving(bytes: Uint8Array, size = 70_001) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function sealed(content: Uint8Array, name = "1/a", key = KEY): Promise<Buffer> {
  const [from, to] = [fresh(), fresh()];
  writeFileSync(from, content);
  await createMediaSeal(key).sealFile(from, to, name);
  return readFileSync(to);
}

describe("a sealed media object", () => {
  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 17])(
    "a sealed media object of %i bytes decrypts to the same content and hash",
    async (size) => {
      const content = randomBytes(size);
      const object = await sealed(content);
      const to = fresh();
      expect(await createMediaSeal(KEY).openStream(arriving(object), to, "1/a")).toBe(hashOf(content));
      expect(content.equals(readFileSync(to))).toBe(true);
    },
  );

  test("a sealed media object reveals nothing of its content, and no two objects are equal", async () => {
    const content = Buffer.from("the same words again ".repeat(1000));
    const [one, two] = [await sealed(content), await sealed(content)];
    expect(one.includes("same words")).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  test("a sealed media object decrypts with the older key that sealed it, and not without that key", async () => {
    const object = await sealed(Buffer.from("x"), "1/a", "the key before the rotation");
    const ring = createMediaSeal(KEY, ["the key before the rotation"]);
    expect(await ring.openStream(arriving(object), fresh(), "1/a")).toBe(hashOf(Buffer.from("x")));
    await expect(createMediaSeal(KEY).openStream(arriving(object), fresh(), "1/a")).rejects.toThrow(
      "another installation key",
    );
  });

  const HEADER = 21;
  const WHOLE = PIECE + 16;
  test.each<[string, (object: Buffer) => Buffer]>([
    ["a changed byte", (object) => Buffer.from(object.map((byte, at) => (at === 5000 ? byte ^ 1 : byte)))],
    ["its last piece missing", (object) => object.subarray(0, HEADER + 2 * WHOLE)],
    ["half of its last piece missing", (object) => object.subarray(0, object.length - 100)],
    [
      "two pieces exchanged",
      (object) =>
        Buffer.concat([
          object.subarray(0, HEADER),
          object.subarray(HEADER + WHOLE, HEADER + 2 * WHOLE),
          object.subarray(HEADER, HEADER + WHOLE),
          object.subarray(HEADER + 2 * WHOLE),
        ]),
    ],
    ["bytes behind its end", (object) => Buffer.concat([object, Buffer.alloc(10)])],
  ])("a sealed media object with %s is rejected, and no file is written", async (_, damage) => {
    const object = await sealed(randomBytes(2 * PIECE + 500));
    const to = fresh();
    await expect(createMediaSeal(KEY).openStream(arriving(damage(object)), to, "1/a")).rejects.toThrow(
      "was changed",
    );
    expect(existsSync(to)).toBe(false);
  });

  test("a sealed media object under another name is rejected", async () => {
    const object = await sealed(Buffer.from("of company 1"), "1/a");
    await expect(createMediaSeal(KEY).openStream(arriving(object), fresh(), "2/a")).rejects.toThrow(
      "was changed",
    );
  });

  test("the name of a sealed media object depends on the key and the company", () => {
    const hash = hashOf(Buffer.from("x"));
    const [name] = createMediaSeal(KEY).namesOf(hash, "1/1");
    expect(createMediaSeal(KEY).namesOf(hash, "1/1")).toEqual([name ?? ""]);
    expect(createMediaSeal(KEY).namesOf(hash, "1/2")).not.toContain(name);
    expect(createMediaSeal("a different installation key").namesOf(hash, "1/1")).not.toContain(name);
  });
});
