import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import type { ThreadCommits } from "#platform/db/durability/thread.ts";
import { openDatabase } from "#platform/db/open.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { createPool, type Pool } from "./pool.ts";
import { DEFAULT_TIMINGS, type EngineConfig } from "./protocol.ts";

const KEY = { companyId: 1, connectionId: 1 };
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

type Shipped = Omit<ThreadCommits, "upTo">;

/** A pool whose worker writes a row into its session file at the start, posts nothing, and answers no pings. */
function silentWorker({ isShipped = true, atEnd = "" } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "balcao-ended-"));
  const file = sessionFile(directory);
  const program = join(directory, "worker.ts");
  const open = JSON.stringify(join(import.meta.dir, "../../../../platform/db/open.ts"));
  writeFileSync(
    program,
    `import { openDatabase } from ${open};
let db;
self.onmessage = ({ data }) => {
  if (!data.some(({ type }) => type === "call")) return;
  db = openDatabase(${JSON.stringify(file)}, { durability: "remote" });
  db.exec("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('written by the thread')");
  ${atEnd}
};`,
  );
  const config: EngineConfig = {
    url: "ws://127.0.0.1:9/",
    rootKey: null,
    mediaAuthority: null,
    sealingKey: new Uint8Array(32),
    timings: DEFAULT_TIMINGS,
    shipping: isShipped ? { directory, isRemote: true } : null,
  };
  const shipped: Shipped[] = [];
  const stored = Promise.withResolvers<void>();
  const pool: Pool = createPool({
    config,
    size: 1,
    program,
    pingEvery: 50,
    onMessage: () => undefined,
    durableElsewhere: (commits) => {
      shipped.push(commits);
      return stored.promise;
    },
  });
  ended.push(() => {
    pool.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const options = { directory, mediaDirectory: directory, rejectCalls: false };
  const outcome = pool.call(KEY, "start", options).catch((error: Error) => error.message);
  return { file, shipped, stored, outcome };
}

/** What another machine would have after only the database file was copied. */
const isFolded = (file: string) => readFileSync(file).includes("written by the thread");

test("the session file of a terminated worker is shipped, and its WAL is checkpointed only after it is stored elsewhere", async () => {
  const { file, shipped, stored, outcome } = silentWorker();
  expect(await outcome).toContain("does not answer");
  await becomesTrue(() => shipped.length > 0);
  expect(shipped).toEqual([{ pages: [], paths: ["session.sqlite"] }]);
  expect(isFolded(file)).toBe(false);
  stored.resolve();
  await becomesTrue(() => isFolded(file));
  const db = openDatabase(file, { durability: "normal", readonly: true });
  expect(db.prepare("SELECT text FROM note").pluck().all()).toEqual(["written by the thread"]);
  db.close();
});

test("a worker that crashes ships its session file after it has ended", async () => {
  const { shipped, stored, outcome } = silentWorker({ atEnd: `throw new Error("the engine broke");` });
  stored.resolve();
  expect(await outcome).toContain("the engine broke");
  await becomesTrue(() => shipped.length > 0);
  expect(shipped).toEqual([{ pages: [], paths: ["session.sqlite"] }]);
});

test("without a cluster and an archive a terminated worker ships nothing", async () => {
  const { file, shipped, outcome } = silentWorker({ isShipped: false });
  expect(await outcome).toContain("does not answer");
  await becomesTrue(() => !existsSync(`${file}-wal`));
  expect(shipped).toEqual([]);
});
