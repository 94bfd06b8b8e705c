import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { exportCompany } from "./exports/export-company.ts";
import { stageImport } from "./imports/import-company.ts";
import { type Tampering, tamper } from "./tampering.ts";
import { type Filled, fillCompany, OTHER_KEY, scratch } from "./testing.ts";

// Archives with changed bytes: an importer of files from strangers rejects them or gets a company as it was; it never
// fails in another way and never hangs. The hashes of the manifest fit, as an attacker would write them.

const PASSPHRASE = "twelve letters or more";
/** Changed archives of each kind (`FUZZ=500` for more), and the longest time for one, ms. */
const ROUNDS = Number(process.env["FUZZ"] ?? 6);
const LONGEST_MS = 20_000;
const directories = scratch();

let app: TestApp;
let filled: Filled;
let archive: string;
beforeAll(async () => {
  app = await startTestApp({ directory: directories.next(), env: { APP_SECRET: OTHER_KEY } });
  app.company("Provedor");
  filled = await fillCompany(app, "Padaria");
  archive = directories.next();
  await exportCompany({
    dataDirectory: app.directory,
    id: filled.tenant.id,
    path: archive,
    secrets: app.installation.secrets,
    passphrase: PASSPHRASE,
    now: app.clock.now,
  });
});
afterAll(async () => {
  await app.stop();
  directories.remove();
});

type Change = (content: Buffer) => Buffer;

/** Pseudo-random numbers, the same in every run. */
function randomBelow(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Flips, overwrites, cuts, inserts, repeats or clears bytes at random places. */
function changeOf(next: (below: number) => number): Change {
  return (content) => {
    const at = next(content.length);
    const length = 1 + next(64);
    const kinds: (() => Buffer)[] = [
      () => {
        const changed = Buffer.from(content);
        for (let bit = 0; bit <= next(8); bit += 1) {
          const where = next(changed.length);
          changed[where] = (changed[where] ?? 0) ^ (1 << next(8));
        }
        return changed;
      },
      // The head of a file says how the rest is read.
      () => {
        const changed = Buffer.from(content);
        const where = next(Math.min(120, changed.length));
        changed[where] = next(256);
        return changed;
      },
      () => content.subarray(0, at),
      () => Buffer.concat([content.subarray(0, at), content.subarray(Math.min(content.length, at + length))]),
      () => Buffer.concat([content.subarray(0, at), Buffer.alloc(length, next(256)), content.subarray(at)]),
      () => Buffer.concat([content, content.subarray(at)]),
      () => {
        const changed = Buffer.from(content);
        changed.fill(next(2) === 0 ? 0 : 255, at, Math.min(content.length, at + 16 * length));
        return changed;
      },
    ];
    return kinds[next(kinds.length)]?.() ?? content;
  };
}

/** The outcome of reading an archive: accepted, refused, or how it failed in another way. */
async function outcomeOf(path: string): Promise<string> {
  const staged = stageImport({
    path,
    passphrase: PASSPHRASE,
    staging: directories.next(),
    secrets: app.installation.secrets,
    now: app.clock.now,
  }).then(
    () => "accepted",
    (error: Error) => (error.name === "BackupError" ? "refused" : `${error.name}: ${error.message}`),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("still running"), LONGEST_MS);
  });
  return Promise.race([staged, late]).finally(() => clearTimeout(timer));
}

async function fuzz(
  seed: number,
  changesOf: (change: Change) => Tampering | Change,
  rounds = ROUNDS,
): Promise<Set<string>> {
  const seen = new Set<string>();
  const next = randomBelow(seed);
  for (let round = 0; round < rounds; round += 1) {
    const path = directories.next();
    const changes = changesOf(changeOf(next));
    await tamper(archive, path, directories.next(), typeof changes === "function" ? {} : changes);
    if (typeof changes === "function") writeFileSync(path, changes(readFileSync(path)));
    seen.add(await outcomeOf(path));
  }
  return seen;
}

describe("archive with changed bytes", () => {
  test("the fuzzed archive is accepted when nothing is changed", async () => {
    expect(await fuzz(1, () => ({}), 1)).toEqual(new Set(["accepted"]));
  }, 60_000);

  const session = () => `sessions/${filled.connectionId}/session.sqlite`;
  test.each<[string, (change: Change) => Tampering | Change]>([
    ["its company database", (change) => ({ bytes: { file: "company.sqlite", change } })],
    ["a session database", (change) => ({ bytes: { file: session(), change } })],
    ["its list of media", (change) => ({ bytes: { file: "media.jsonl", change } })],
    ["its compressed company database", (change) => ({ packed: { file: "company.sqlite", change } })],
    ["its compressed session database", (change) => ({ packed: { file: session(), change } })],
    ["its manifest", (change) => ({ manifestBytes: change })],
    ["the archive file", (change) => change],
    [
      "the header of the archive file",
      (change) => (content) => Buffer.concat([change(content.subarray(0, 512)), content.subarray(512)]),
    ],
  ])(
    "an archive with random changes of the bytes of %s is refused or read, and reading ends",
    async (what, changesOf) => {
      const seen = await fuzz(what.length, changesOf);
      seen.delete("accepted");
      seen.delete("refused");
      expect([...seen]).toEqual([]);
    },
    120_000 + ROUNDS * LONGEST_MS,
  );
});
