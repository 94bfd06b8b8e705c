import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WalEnd } from "./capture.ts";
import { type Encoded, FIRST_LINK } from "./format.ts";
import type { Position } from "./position.ts";
import { type Batch, createReader } from "./reader.ts";
import { acknowledgedEnds, type Rejoined, rejoin } from "./rejoin.ts";
import { NO_SEAL } from "./seal.ts";
import {
  EMPTY,
  filesBelow,
  type TestOwner,
  type TestStandby,
  testOwner,
  testStandby,
} from "./testing/cell.ts";
import { randomFrom } from "./testing/random.ts";

let owner: TestOwner;
let standby: TestStandby;
let crashed: string;
beforeEach(() => {
  owner = testOwner();
  standby = testStandby();
  crashed = mkdtempSync(join(tmpdir(), "balcao-crashed-"));
});
afterEach(() => {
  owner.end();
  standby.end();
  rmSync(crashed, { recursive: true });
});

const FILES = Array.from({ length: 12 }, (_, index) => `companies/${index + 1}/company.sqlite`);
const write = (path: string, bytes = 9000) => {
  const db = owner.handles.get(path) ?? owner.open(path);
  db.exec("CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, body BLOB)");
  db.prepare("INSERT INTO note (body) VALUES (?)").run(randomBytes(bytes));
};
const batchesOf = (log: readonly Encoded[]): Batch[] => {
  const reader = createReader({ position: FIRST_LINK, seal: NO_SEAL });
  return log.flatMap(({ parts }) => parts.flatMap((part) => reader.read(part) ?? []));
};
/** The position that an owner stores once a second, after it has synced its WALs. */
const positionOfOwner = (): Position => {
  const last = owner.log.at(-1) ?? { ...FIRST_LINK };
  const files = new Map<string, WalEnd>();
  for (const path of FILES) {
    const end = owner.shipper.endOf(path);
    if (end) files.set(path, end);
  }
  const { epoch, number, chain } = last;
  return { epoch, number, chain, sequence: number, installation: "test", isOwner: true, files };
};

/** The files as kill -9 leaves them; then one start of the former owner, as a standby. */
function restart(position: Position): Rejoined {
  const done = rejoin(crashed, position, acknowledgedEnds(position, batchesOf(owner.log)));
  const again = testStandby(crashed, position);
  again.follow(owner.log);
  again.redo.close();
  return done;
}
const crash = () => cpSync(owner.directory, crashed, { recursive: true });
function differing(): string[] {
  standby.follow(owner.log);
  expect(filesBelow(crashed)).toEqual(filesBelow(standby.directory));
  return filesBelow(crashed).filter(
    (path) => !readFileSync(join(crashed, path)).equals(readFileSync(join(standby.directory, path))),
  );
}

describe("rejoin", () => {
  test("a former owner loses its unacknowledged commits and keeps the others, whether its WAL is whole, cut or dropped", () => {
    const [whole, cut, restarted, unused] = FILES as [string, string, string, string];
    for (const path of [whole, cut, restarted, unused]) write(path);
    owner.ship();
    const position = positionOfOwner();
    for (const path of [whole, cut]) write(path);
    owner.ship();
    write(cut);
    // Everything of this file is acknowledged and copied, so its next commit restarts the WAL.
    owner.checkpoint(restarted);
    write(restarted);
    crash();
    const done = restart(position);
    expect(done).toMatchObject({ cut: [cut], dropped: [restarted], unknown: [] });
    expect(done.kept).toEqual([whole, unused]);
    expect(differing()).toEqual([]);
  });

  test("a former owner has the bytes of the standbys after random work, also when a power cut shortened its WALs", () => {
    const random = randomFrom(7);
    for (let round = 0; round < 12; round += 1) {
      const synced = new Map<string, number>();
      const sizeOf = (path: string) =>
        statSync(join(owner.directory, `${path}-wal`), { throwIfNoEntry: false })?.size ?? 0;
      for (const path of FILES) write(path, random(20_000));
      owner.ship();
      const position = positionOfOwner();
      for (const path of FILES) synced.set(path, sizeOf(path));
      for (let step = 0; step < 30; step += 1) {
        const path = FILES[random(FILES.length)] as string;
        if (random(10) < 3) {
          const unpin = owner.pin(path);
          owner.ship();
          write(path);
          owner.checkpoint(path);
          unpin();
          // A checkpoint syncs the WAL first.
          synced.set(path, sizeOf(path));
        } else write(path, random(20_000));
        if (random(10) < 3) owner.ship();
      }
      crash();
      if (round % 2 === 1)
        for (const path of FILES) {
          const [least, most] = [synced.get(path) ?? 0, sizeOf(path)];
          const descriptor = openSync(join(crashed, `${path}-wal`), "r+");
          ftruncateSync(descriptor, least + random(Math.max(0, most - least)));
          closeSync(descriptor);
        }
      restart(position);
      expect(differing()).toEqual([]);
      rmSync(crashed, { recursive: true });
    }
    crash();
  });

  test("a former owner cuts its WALs at the end of its own batches, also when another owner has written since", () => {
    for (const path of FILES) write(path);
    owner.ship();
    const position = positionOfOwner();
    for (const path of FILES) write(path);
    owner.ship();
    for (const path of FILES) write(path);
    crash();
    standby.follow(owner.log);
    // The standby is promoted: its epoch, its WALs.
    const last = owner.log.at(-1) as Encoded;
    const known = new Map(FILES.map((path) => [path, { salt: 0n, frame: 0 }]));
    const promoted = testOwner({ directory: standby.directory, known, from: last });
    promoted
      .open(FILES[0] as string)
      .prepare("INSERT INTO note (body) VALUES ('of the new owner')")
      .run();
    promoted.ship();
    const whole = [...owner.log, ...promoted.log];
    const done = rejoin(crashed, position, acknowledgedEnds(position, batchesOf(whole)));
    expect(done.cut).toEqual([...FILES].sort());
    const again = testStandby(crashed, position);
    again.follow(whole);
    for (const path of promoted.handles.keys()) promoted.close(path);
    promoted.shipper.acknowledged();
    expect(differing()).toEqual([]);
    again.redo.close();
  });

  test("a former owner reports a file that the log has and its directory lost", () => {
    for (const path of FILES) write(path);
    owner.ship();
    crash();
    const [lost = ""] = FILES;
    rmSync(join(crashed, lost));
    const position = positionOfOwner();
    expect(rejoin(crashed, position, acknowledgedEnds(position, [])).missing).toEqual([lost]);
  });

  test("every WAL of a standby's directory is dropped at its start", () => {
    write(FILES[0] as string);
    owner.ship();
    crash();
    const position = { ...positionOfOwner(), isOwner: false };
    expect(acknowledgedEnds(position, batchesOf(owner.log)).size).toBe(0);
    expect(rejoin(crashed, EMPTY, new Map())).toMatchObject({ dropped: [FILES[0]], unknown: [FILES[0]] });
  });
});
