import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { isIncomplete, type ShippedPages } from "./capture.ts";
import { PIECE_BYTES, piecesOf } from "./closed-pieces.ts";
import type { Encoded } from "./format.ts";
import { createReader } from "./reader.ts";
import { rejoin } from "./rejoin.ts";
import { NO_SEAL } from "./seal.ts";
import { differences, type TestOwner, type TestStandby, testOwner, testStandby } from "./testing/cell.ts";

/** docs/rules/cluster.md#pieces */

const MIB = 1024 * 1024;
const FOLDER = "companies/7";
const PATH = `${FOLDER}/company.sqlite`;

let owner: TestOwner;
let standby: TestStandby;
beforeEach(() => {
  owner = testOwner();
  standby = testStandby();
});
afterEach(() => {
  owner.end();
  standby.end();
});

/** A folder of a closed company that was moved into place, with a database of about this size. */
function place(mebibytes: number, path = PATH): void {
  const name = join(owner.directory, path);
  mkdirSync(dirname(name), { recursive: true });
  const db = openDatabase(name, { durability: "normal" });
  db.exec("CREATE TABLE file (bytes BLOB)");
  const insert = db.prepare("INSERT INTO file VALUES (?)");
  for (let n = 0; n < mebibytes; n += 1) insert.run(randomBytes(MIB));
  db.close();
}

const filesIn = (group: Encoded): readonly ShippedPages[] => {
  if (group.kind !== "batch") return [];
  const reader = createReader({
    position: { epoch: group.epoch, number: group.number - 1, chain: previousOf(group) },
    seal: NO_SEAL,
  });
  const batch = group.parts.map((part) => reader.read(part)).at(-1);
  return batch?.kind === "batch" ? batch.capture.files : [];
};
const previousOf = ({ number }: Encoded): bigint =>
  owner.log.find((one) => one.number === number - 1)?.chain ?? 0n;
const groupsWith = (path: string) =>
  owner.log.filter((group) => filesIn(group).some((file) => file.path === path));
const endIn = (side: TestStandby) => side.redo.position().files.get(PATH);
const store = (stored: () => Promise<void> = async () => owner.ship()) =>
  owner.shipper.placed(FOLDER, stored);
const equal = () =>
  readFileSync(join(owner.directory, PATH)).equals(readFileSync(join(standby.directory, PATH)));

describe("a closed database that enters the log", () => {
  test("a database of 64 MB is read and stored in pieces of at most 1 MiB, between which other work runs", async () => {
    place(64);
    let turns = 0;
    let isOver = false;
    const other = () => {
      turns += 1;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    const between: number[] = [];
    let last = 0;
    await store(async () => {
      owner.ship();
      await new Promise((resolve) => setImmediate(resolve));
      between.push(turns - last);
      last = turns;
    });
    isOver = true;
    const pieces = groupsWith(PATH).flatMap(filesIn);
    expect(pieces.length).toBeGreaterThanOrEqual(64);
    expect(Math.max(...pieces.map(({ images }) => images.length))).toBeLessThanOrEqual(PIECE_BYTES);
    expect(Math.min(...between)).toBeGreaterThan(0);
    expect(pieces.map(({ isWhole }) => isWhole)).toEqual(pieces.map((_, at) => at === 0));
    standby.follow(owner.log);
    expect(equal()).toBe(true);
    expect(differences(owner, standby)).toEqual([]);
  }, 60_000);

  test("the reader hands over one piece at a time, each page once, page 1 with the last one", async () => {
    place(3);
    const seen: number[] = [];
    const ends: boolean[] = [];
    const first: boolean[] = [];
    for await (const piece of piecesOf(owner.directory, PATH, () => true)) {
      expect(piece.images.length).toBe(piece.numbers.length * piece.pageSize);
      seen.push(...piece.numbers);
      ends.push(isIncomplete(piece.wal));
      first.push(piece.numbers.includes(1));
    }
    const pages = statSync(join(owner.directory, PATH)).size / 4096;
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
    expect(ends).toEqual(first.map((isLast) => !isLast));
    expect(first.filter(Boolean)).toEqual([true]);
  });

  test("commits of another company are stored between the pieces", async () => {
    place(4);
    const db = owner.open("companies/1/company.sqlite");
    db.exec("CREATE TABLE note (body TEXT)");
    owner.ship();
    const before = owner.log.length;
    await store(async () => {
      db.prepare("INSERT INTO note VALUES ('x')").run();
      owner.ship();
    });
    const after = owner.log.slice(before).map((group) => filesIn(group).map(({ path }) => path));
    expect(after.filter((paths) => paths.includes("companies/1/company.sqlite")).length).toBeGreaterThan(4);
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("until the last piece the standby has no database, and the position of the log names it as incomplete", async () => {
    place(4);
    const opened: string[] = [];
    await store(async () => {
      owner.ship();
      standby.follow(owner.log);
      const end = endIn(standby);
      if (!end || !isIncomplete(end)) return;
      const copy = join(standby.directory, "copy");
      cpSync(join(standby.directory, PATH), copy);
      expect(() =>
        openDatabase(copy, { durability: "normal", readonly: true }).pragma("quick_check"),
      ).toThrow("not a database");
      opened.push("refused");
    });
    expect(opened.length).toBeGreaterThanOrEqual(3);
    expect(isIncomplete(endIn(standby) ?? { salt: 0n, frame: 0 })).toBe(false);
    expect(equal()).toBe(true);
  });

  test("commits after the last piece follow it, also those of the same file", async () => {
    place(3);
    await store();
    const db = owner.open(PATH);
    db.prepare("INSERT INTO file VALUES (?)").run(randomBytes(50_000));
    db.exec("DELETE FROM file WHERE rowid = 2");
    owner.ship();
    const wholes = owner.log.flatMap(filesIn).filter(({ path, isWhole }) => path === PATH && isWhole);
    expect(wholes, "it is not taken again when it is opened").toHaveLength(1);
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a small database, one with an unfolded write-ahead log, and small files are stored too", async () => {
    place(0);
    const name = join(owner.directory, FOLDER, "sessions/1/session.sqlite");
    place(2, `${FOLDER}/sessions/1/session.sqlite`);
    const db = openDatabase(name, { durability: "remote" });
    db.prepare("INSERT INTO file VALUES (?)").run(randomBytes(9000));
    cpSync(`${name}-wal`, `${name}-saved`);
    db.close();
    renameSync(`${name}-saved`, `${name}-wal`);
    writeFileSync(join(owner.directory, FOLDER, "sessions/1/linked"), "yes");
    await store();
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
    expect(readFileSync(join(standby.directory, FOLDER, "sessions/1/linked"), "utf8")).toBe("yes");
  });

  test("a file that is opened while it is read is taken whole at the next capture", async () => {
    place(4);
    let pieces = 0;
    await store(async () => {
      pieces += 1;
      owner.ship();
      if (pieces === 2) {
        owner.open(PATH).prepare("INSERT INTO file VALUES (?)").run(randomBytes(5000));
        owner.ship();
      }
    });
    expect(pieces, "two pieces, and the end of the folder").toBe(3);
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a folder that is removed while it is read rejects, and nothing of it stays in the log", async () => {
    place(4);
    let pieces = 0;
    const stored = store(async () => {
      owner.ship();
      pieces += 1;
      if (pieces !== 2) return;
      rmSync(join(owner.directory, FOLDER), { recursive: true });
      owner.shipper.changed(FOLDER);
    });
    await expect(stored).rejects.toThrow("was changed while it was stored");
    owner.ship();
    standby.follow(owner.log);
    expect([pieces, existsSync(join(standby.directory, FOLDER)), endIn(standby)]).toEqual([
      2,
      false,
      undefined,
    ]);
  });

  test("when a piece cannot be stored, the log keeps nothing of the file, and another attempt stores all of it", async () => {
    place(4);
    let pieces = 0;
    const stored = store(async () => {
      owner.ship();
      pieces += 1;
      if (pieces === 3) throw new Error("the lease is over");
    });
    await expect(stored).rejects.toThrow("the lease is over");
    owner.ship();
    standby.follow(owner.log);
    expect([existsSync(join(standby.directory, PATH)), endIn(standby)]).toEqual([false, undefined]);
    await store();
    standby.follow(owner.log);
    expect(equal()).toBe(true);
  });

  test("an owner that was killed between two pieces continues as a standby of the log", async () => {
    place(4);
    const crashed = `${owner.directory}-crashed`;
    let pieces = 0;
    await store(async () => {
      owner.ship();
      pieces += 1;
      standby.follow(owner.log);
      if (pieces !== 2) return;
      cpSync(owner.directory, crashed, { recursive: true });
    });
    const half = testStandby();
    half.follow(owner.log.slice(0, 3));
    const position = { ...half.redo.position(), isOwner: true };
    expect([...position.files.values()].map(isIncomplete)).toEqual([true]);
    half.end();
    expect(rejoin(crashed, position, position.files).missing).toEqual([]);
    const again = testStandby(crashed, position);
    again.follow(owner.log);
    expect(readFileSync(join(crashed, PATH)).equals(readFileSync(join(owner.directory, PATH)))).toBe(true);
    again.end();
    // Its next owner may have removed the file already.
    const removed = testStandby();
    expect(rejoin(removed.directory, position, position.files).missing).toEqual([]);
    removed.end();
  });
});
