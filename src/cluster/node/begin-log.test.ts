import { afterEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderObjects } from "#cluster/archive/folder-objects.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { readUnfinished, restoreCopy } from "#cluster/snapshot/restore-copy.ts";
import { fakeClock } from "#platform/clock.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { createLog } from "#platform/log.ts";
import { beginLog } from "./begin-log.ts";
import { discardCopy, keepDiffering, OLD_COPY, prepareCopy } from "./prepare.ts";

const KEY = "a key that only the tests know, 32 long";
const seal = createBatchSeal({ cell: 1, current: KEY });
const journal = createLog("silent");
const FILES = ["system.sqlite", "companies/1/company.sqlite", "companies/1/sessions/2/linked"];
const directories: string[] = [];
const directory = () => {
  const made = mkdtempSync(join(tmpdir(), "balcao-begin-"));
  directories.push(made);
  return made;
};
afterEach(() => {
  for (const made of directories.splice(0)) rmSync(made, { recursive: true, force: true });
});

/** A data directory of one machine: 8 MB in one company, and a mark beside a session. */
function oneMachine(): string {
  const made = directory();
  mkdirSync(join(made, "companies/1/sessions/2"), { recursive: true });
  mkdirSync(join(made, "companies/1/media"), { recursive: true });
  for (const [path, rows] of [
    ["system.sqlite", 3],
    ["companies/1/company.sqlite", 8],
  ] as const) {
    const db = openDatabase(join(made, path), { durability: "full" });
    db.exec("CREATE TABLE big (bytes BLOB)");
    for (let n = 0; n < rows; n += 1) db.prepare("INSERT INTO big VALUES (randomblob(1000000))").run();
    db.close();
  }
  writeFileSync(join(made, "companies/1/sessions/2/linked"), "yes");
  writeFileSync(join(made, "companies/1/media/picture"), "not in the log");
  writeFileSync(join(made, "secret.key"), "never in the log");
  return made;
}

/** Creates an empty log and an empty store of snapshots. */
function place() {
  const servers = createMemoryServers(fakeClock());
  const { log } = servers.connect();
  const storage = directory();
  const snapshots = { store: folderObjects(storage), seal: createChunkSeal(KEY) };
  const begin = (from: string, epoch = 1) =>
    beginLog({
      directory: from,
      cell: 1,
      node: "a",
      installation: "shop",
      product: "test",
      log,
      seal,
      snapshots,
      epoch,
      now: () => 1_700_000_000_000,
      createLog: async () => undefined,
    });
  const prepare = (into: string) =>
    prepareCopy({
      directory: into,
      journal,
      async restoreSnapshot() {
        const restored = await restoreCopy({
          directory: into,
          cell: 1,
          ...snapshots,
          log,
          journal,
          oldCopy: join(into, OLD_COPY),
          onProgress: ({ bytes, totalBytes }) => void progress.push(bytes / totalBytes),
        });
        if (!restored) throw new Error("no snapshot");
        return restored;
      },
    });
  const progress: number[] = [];
  return { servers, log, storage, begin, prepare, progress };
}

describe("beginning of a log", () => {
  test("an existing installation becomes a snapshot, and a new node gets equal files from it", async () => {
    const { servers, begin, prepare, progress } = place();
    const source = oneMachine();
    const position = await begin(source);
    expect(position.sequence).toBe(servers.messages.length);
    expect(servers.messages.length).toBe(1);
    const copy = directory();
    const redo = await prepare(copy);
    expect({ ...redo.position(), files: [...redo.position().files] }).toEqual({
      ...position,
      files: [...position.files],
    });
    redo.close();
    for (const path of FILES)
      expect(Bun.hash(readFileSync(join(copy, path)))).toBe(Bun.hash(readFileSync(join(source, path))));
    for (const path of ["companies/1/media/picture", "secret.key"])
      expect(existsSync(join(copy, path))).toBe(false);
    expect(progress.at(-1)).toBe(1);
    expect(readUnfinished(copy)?.upTo).toBe(1);
  });

  test("a log that is not empty is never begun again", async () => {
    const { log, begin } = place();
    await log.append(new Uint8Array(4), { expected: 0, id: "other", timeoutMs: 1 });
    const begun = begin(oneMachine());
    expect(await begun.catch((error: Error) => error.message)).toContain("not empty");
  });

  test("a directory with data of one machine is not overwritten by a snapshot", async () => {
    const { begin, prepare } = place();
    await begin(oneMachine());
    const prepared = prepare(oneMachine());
    expect(await prepared.catch((error: Error) => error.message)).toContain("balcao cluster init");
  });
});

describe("a copy that cannot be continued", () => {
  test("a copy that cannot be continued is moved to replaced-copy; media and keys stay", () => {
    const source = oneMachine();
    writeFileSync(join(source, "position"), "{}");
    discardCopy(source);
    expect(existsSync(join(source, "system.sqlite"))).toBe(false);
    expect(existsSync(join(source, "position"))).toBe(false);
    expect(existsSync(join(source, "replaced-copy/system.sqlite"))).toBe(true);
    for (const path of ["secret.key", "companies/1/media/picture"])
      expect(existsSync(join(source, path))).toBe(true);
  });

  test("a new copy takes unchanged content from the replaced copy, and fetches the rest", async () => {
    const { begin, prepare, storage } = place();
    const source = oneMachine();
    await begin(source);
    const copy = directory();
    (await prepare(copy)).close();
    rmSync(join(copy, "restoring"));
    discardCopy(copy);
    const changed = join(copy, OLD_COPY, "companies/1/company.sqlite");
    const bytes = readFileSync(changed);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(changed, bytes);
    // The store keeps only the chunk that differs and the chunk of the small file.
    const chunks = join(storage, "1/chunks");
    const names = readdirSync(chunks);
    const keySeal = createChunkSeal(KEY);
    const needed = new Set([
      keySeal.nameOf(readFileSync(join(source, "companies/1/company.sqlite")).subarray(0, 1024 * 1024)),
    ]);
    for (const name of names) if (!needed.has(name)) rmSync(join(chunks, name));
    (await prepare(copy)).close();
    for (const path of FILES)
      expect(Bun.hash(readFileSync(join(copy, path)))).toBe(Bun.hash(readFileSync(join(source, path))));
  });

  test("databases that differed from the owner's are kept when the replaced copy is deleted", () => {
    const source = oneMachine();
    const path = "companies/1/company.sqlite";
    const before = Bun.hash(readFileSync(join(source, path)));
    keepDiffering(source, [path]);
    discardCopy(source);
    rmSync(join(source, OLD_COPY), { recursive: true });
    expect(Bun.hash(readFileSync(join(source, "differing-copy", path)))).toBe(before);
    expect(existsSync(join(source, "differing-copy/system.sqlite"))).toBe(false);
  });

  test("an interrupted restore is begun again", async () => {
    const { begin, prepare, storage } = place();
    const source = oneMachine();
    await begin(source);
    const chunks = join(storage, "1/chunks");
    const [name = ""] = readdirSync(chunks).filter((one) => statSync(join(chunks, one)).size > 500_000);
    const content = readFileSync(join(chunks, name));
    rmSync(join(chunks, name));
    const copy = directory();
    expect(await prepare(copy).catch((error: Error) => error.message)).toBe("no snapshot");
    writeFileSync(join(copy, "system.sqlite"), "half a file");
    writeFileSync(join(chunks, name), content);
    (await prepare(copy)).close();
    for (const path of FILES)
      expect(Bun.hash(readFileSync(join(copy, path)))).toBe(Bun.hash(readFileSync(join(source, path))));
  });

  test("a snapshot that never became consistent is not used a second time", async () => {
    const { begin, prepare } = place();
    await begin(oneMachine());
    const copy = directory();
    (await prepare(copy)).close();
    discardCopy(copy);
    expect(await prepare(copy).catch((error: Error) => error.message)).toBe("no snapshot");
  });
});
