import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchDirectory } from "#channels/media/testing.ts";
import { sha256 } from "#platform/ids.ts";
import { convertedOf, createMediaStore } from "./store.ts";

const scratch = scratchDirectory();
afterAll(() => scratch.remove());
const freshStore = () => {
  const directory = join(scratch.path, crypto.randomUUID());
  return { directory, store: createMediaStore(directory) };
};
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const leftovers = (directory: string) => {
  const incoming = join(directory, "incoming");
  return existsSync(incoming) ? readdirSync(incoming) : [];
};
const now = Date.UTC(2026, 10, 20);

describe("the media store", () => {
  test("the media store stores a stream with its size and hash under a random name", async () => {
    const { directory, store } = freshStore();
    const incoming = await store.receive(pieces("bom ", "dia"));
    expect(incoming).toMatchObject({ size: 7, sha256: sha256("bom dia") });
    const stored = await store.adopt(incoming, "txt", now);
    expect(stored.name).toMatch(/^2026-11\/[\w-]{22}\.txt$/);
    expect(await Bun.file(store.pathOf(stored.name)).text()).toBe("bom dia");
    expect(leftovers(directory)).toEqual([]);
    await store.remove(stored.name);
    await store.remove(stored.name);
    expect(existsSync(stored.path)).toBe(false);
  });

  test("the media store stops receiving at a quota and leaves no file", async () => {
    const { directory, store } = freshStore();
    const refuse = (total: number) => {
      if (total > 5) throw new Error("quota");
    };
    await expect(store.receive(pieces("1234", "5678"), refuse)).rejects.toThrow("quota");
    await store.receive(pieces("1234"), refuse);
    expect(leftovers(directory)).toHaveLength(1);
  });

  test("the media store leaves no file when the stream breaks", async () => {
    const { directory, store } = freshStore();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("1234");
      throw new Error("connection lost");
    };
    await expect(store.receive(broken())).rejects.toThrow("connection lost");
    expect(leftovers(directory)).toEqual([]);
  });

  test("the media store refuses a file when the disk writes only part of a piece", () => {
    const { directory } = freshStore();
    const program = join(scratch.path, "receive.ts");
    writeFileSync(
      program,
      `import { createMediaStore } from ${JSON.stringify(join(import.meta.dir, "store.ts"))};
      async function* piece() { yield Buffer.alloc(1024 * 1024, "x"); }
      const store = createMediaStore(${JSON.stringify(directory)});
      await store.receive(piece()).then(({ size }) => console.log("kept", size), ({ code }) => console.log(code));`,
    );
    // `ulimit` limits files to some kilobytes: the write that exceeds the limit is truncated there, and the next
    // write is refused.
    const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" "$1"';
    const { stdout } = Bun.spawnSync(["sh", "-c", limited, process.execPath, program]);
    expect(stdout.toString().trim()).toBe("EFBIG");
    expect(leftovers(directory)).toEqual([]);
  });

  test("the media store deletes a recording together with its converted form", async () => {
    const { directory, store } = freshStore();
    const { name, path } = await store.adopt(await store.receive(pieces("voz")), "mp3", now);
    await Bun.write(convertedOf(path), "voz");
    await store.remove(name);
    expect(leftovers(directory)).toEqual([]);
    expect(existsSync(convertedOf(path))).toBe(false);
  });

  test("the media store deletes incomplete files after a crash and keeps stored files", async () => {
    const { directory, store } = freshStore();
    const stored = await store.adopt(await store.receive(pieces("fica")), "txt", now);
    await store.receive(pieces("vai"));
    await store.sweep();
    expect(leftovers(directory)).toEqual([]);
    expect(existsSync(stored.path)).toBe(true);
  });

  test.each(["../../secret.key", "/etc/passwd", "..", "", "2026-11/../../x", "2026-11/x\0.jpg"])(
    "the name %p never leads out of the directory",
    (name) => {
      expect(() => freshStore().store.pathOf(name)).toThrow("outside");
    },
  );
});
