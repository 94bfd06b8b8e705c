import { afterAll, beforeAll, expect, mock, test } from "bun:test";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readKeyRing, replaceKey, retireOlder } from "./key-ring.ts";

const real = { ...fs };
const directory = real.mkdtempSync(join(tmpdir(), "balcao-keys-"));
const place = { dataDir: directory, appSecret: null, appSecretOld: null };
/** Paths in the order in which files were flushed or renamed. */
const told: string[] = [];
const nameOf = (path: string) => path.replace(directory, "").replace(/^\//, "") || "the directory";
beforeAll(() =>
  mock.module("node:fs", () => ({
    ...real,
    fsyncSync(file: number) {
      told.push(`flushed ${nameOf(real.readlinkSync(`/proc/self/fd/${file}`))}`);
      real.fsyncSync(file);
    },
    renameSync(from: string, to: string) {
      told.push(`placed ${nameOf(to)}`);
      real.renameSync(from, to);
    },
  })),
);
afterAll(() => {
  mock.module("node:fs", () => real);
  real.rmSync(directory, { recursive: true });
});
const written = (name: string) => [`flushed ${name}.new`, `placed ${name}`, "flushed the directory"];

test("a key is on the disk, with its name, before anything is sealed with it", () => {
  const { current } = readKeyRing(place);
  expect(current).toHaveLength(43);
  expect(told.splice(0)).toEqual(written("secret.key"));
  replaceKey(place);
  // The old key is flushed before its file is replaced.
  expect(told.splice(0)).toEqual([...written("secret.key.older"), ...written("secret.key")]);
  expect(readKeyRing(place).older).toEqual([current]);
  const [retired = ""] = retireOlder(place);
  expect(told.splice(0)).toEqual(written(retired));
  expect(readKeyRing(place).older).toEqual([]);
});
