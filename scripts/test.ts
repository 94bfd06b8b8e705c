/**
 * `npm test`: type check, lint, and the binary, which the tests start; then the suites of the tests beside the code (unit first,
 * workers last) and the cross-cutting suites under test/ (journeys last).
 * `npm test -- unit journeys` runs only these suites. Ends with one line: `N passed, N failed, N skipped`.
 *
 * Failed files of suites that start servers, networks or browsers are run once more, each alone, because their time limits depend on
 * what else the machine does. A file that passes then is listed as unsteady: its cause has to be found (docs/testing.md#unsteady).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#test/helpers/chromium.ts";

/** One process with its own count; with `skip` its tests are listed, not run. */
interface Suite {
  readonly name: string;
  readonly command: readonly string[];
  readonly kind: "check" | "tests";
  readonly skip?: string;
}
interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Time limit for everything on two shared cores; a longer run prints a warning. A slow machine is not a failure. */
const BUDGET_MS = 25 * 60_000;
/** A suite that still runs then hangs: it is stopped and counts as failed. */
const HANGS_MS = 60 * 60_000;
/** Suites that do the same on every machine: a failed file is not run again. */
const STEADY: ReadonlySet<string> = new Set(["unit", "web", "meta", "migrations", "verbs"]);
/** With more failed files in a suite something is broken, and none is run again. */
const MOST_REPEATED = 4;
const begun = performance.now();
const root = join(import.meta.dir, "..");
const files = mkdtempSync(join(inMemory() ?? tmpdir(), "balcao-tests-"));
// What stays in memory after an interrupted run would be missing to the machine.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    rmSync(files, { recursive: true, force: true });
    process.exit(1);
  });
const bun = process.execPath;
const biome = [bun, "node_modules/@biomejs/biome/bin/biome"];

/**
 * Where temporary files stay in memory, with room for those of all suites; null where that does not exist. On a disk a test
 * waits half its time for its commits. Tests of kills need no disk: what a process wrote outlives it here too.
 */
function inMemory(): string | null {
  const path = "/dev/shm";
  if (!existsSync(path)) return null;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= 4 * 1024 ** 3 ? path : null;
}

/** `test/helpers/patient.ts` sets the default timeout of a test. */
const bunTest = (atATime: number): string[] => [bun, "test", "--only-failures", `--parallel=${atATime}`];
/**
 * The files of these suites share their processes: loading the program takes a second per file, which is most of their time.
 * Their tests leave nothing behind: no changed global, no running server. Tests of the engine share its queues, so their files have
 * processes of their own; faults start processes anyway.
 */
const SHARED: ReadonlySet<string> = new Set([
  ...["unit", "server", "partners", "pages", "workers", "meta", "cluster", "journeys"],
]);
/** In a shared process `patient.ts` sets the timeout for the first file only. */
const inShared = (suite: string): string[] =>
  SHARED.has(suite) ? ["--no-isolate", `--timeout=${Number(process.env["TEST_SECONDS"] ?? 60) * 1000}`] : [];
/** Files at a time of tests beside the code: they often wait, and three keep two cores busy. */
const BESIDE = 3;
/** Files at a time of the suites under `test/`: each starts servers, networks or a browser. */
const CROSS_CUTTING = 2;
/** These files wait most of the time, for leases and heartbeats or for changes of a page. */
const OF_SUITE: Readonly<Record<string, number>> = { workers: 4, cluster: 5, faults: 3, journeys: 3 };

/** Where `test/<suite>/timings.json` exists, the files that take longest start first; `bun test --update-timings` writes it. */
function timingsOf(suite: string): readonly string[] {
  const path = join(root, "test", suite, "timings.json");
  return existsSync(path) ? [`--timings=${path}`] : [];
}

function crossCuttingSuites(): Suite[] {
  const files = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync({ cwd: root })].sort();
  const byFolder = Map.groupBy(files, (file) => (file.split("/").length > 2 ? file.split("/")[1] : "meta"));
  const names = [...byFolder.keys()].filter((name) => name !== undefined);
  const order = (name: string) => (name === "journeys" ? 2 : name === "meta" ? 0 : 1);
  names.sort((a, b) => order(a) - order(b) || a.localeCompare(b));
  return names.map((name) => {
    const paths = (byFolder.get(name) ?? []).map((file) => `./${file}`);
    const suite: Suite = {
      name,
      kind: "tests",
      command: [...bunTest(OF_SUITE[name] ?? CROSS_CUTTING), ...inShared(name), ...timingsOf(name), ...paths],
    };
    if (name !== "journeys" || findChromium()) return suite;
    return { ...suite, skip: "no Chromium found: install one, or name it in CHROMIUM_PATH" };
  });
}

const besideTheCode = (): string[] =>
  ["src", "web", "simulator"].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.test.{ts,tsx}`).scanSync({ cwd: root })]
      .sort()
      .map((file) => `./${file}`),
  );

const STARTS_OTHERS =
  /^\.\/(simulator|src\/(outreach\/contact-imports|cli|cluster|operations\/(backups|certificates)))\//;

const OF_THE_ENGINE = /^\.\/src\/channels\/connections\/whatsapp\//;

const TALKS =
  /^\.\/src\/(automation|outreach|provider\/importer|accounts\/billing|channels\/connections\/(cloud|meta)|inbox\/(distribution|messages|ratings|scheduled-messages))\//;

/** Component tests share their document, except those that depend on what only a new page has. */
const sharesPage = (path: string): boolean =>
  path.endsWith(".tsx") && !NEEDS_A_NEW_PAGE.test(readFileSync(join(root, path), "utf8"));

const NEEDS_A_NEW_PAGE = /^\/\/ Needs a page of its own/m;

const STARTS_A_SERVER = /from "#test\/helpers\/(app|pages|official)\.ts"/;

/**
 * The unit suite takes less than a minute: pages, tests that start threads or processes, tests of other systems or many
 * people, and tests of a whole server over HTTP have their own suites.
 */
function suiteOf(path: string): string {
  if (path.startsWith("./web/")) return sharesPage(path) ? "pages" : "web";
  if (OF_THE_ENGINE.test(path)) return "engine";
  if (STARTS_OTHERS.test(path)) return "workers";
  if (TALKS.test(path)) return "partners";
  return STARTS_A_SERVER.test(readFileSync(join(root, path), "utf8")) ? "server" : "unit";
}

function allSuites(): Suite[] {
  return [
    { name: "types", kind: "check", command: [bun, "node_modules/typescript/bin/tsc", "--noEmit"] },
    { name: "lint", kind: "check", command: [...biome, "check", "."] },
    // The rule reads the whole import graph, which is too slow for an editor.
    {
      name: "circles",
      kind: "check",
      command: [...biome, "lint", "--only=suspicious/noImportCycles", "--error-on-warnings", "."],
    },
    // Unused files, exports and dependencies.
    { name: "unused", kind: "check", command: [bun, "node_modules/knip/bin/knip.js", "--no-progress"] },
    { name: "build", kind: "check", command: [bun, "scripts/build.ts"] },
    ...["unit", "server", "partners", "web", "pages", "workers", "engine"].map((name): Suite => {
      const paths = besideTheCode().filter((path) => suiteOf(path) === name);
      return {
        name,
        kind: "tests",
        command: [...bunTest(OF_SUITE[name] ?? BESIDE), ...inShared(name), ...timingsOf(name), ...paths],
      };
    }),
    ...crossCuttingSuites(),
  ];
}

interface Report extends Count {
  readonly failedFiles: readonly string[];
}

/** What failed and did not pass when it ran once more; printed again at the end, where it is found in a long output. */
const failures: string[] = [];

function countIn(tag: string): Count {
  const number = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
  const [failed, skipped] = [number("failures"), number("skipped")];
  return { passed: number("tests") - failed - skipped, failed, skipped };
}

/** Reads the totals of a JUnit report; null when the run crashed before writing one. */
function readReport(file: string): Report | null {
  try {
    const text = readFileSync(file, "utf8");
    const failed = [...text.matchAll(/<testsuite [^>]*>/g)].filter(([tag]) => countIn(tag).failed > 0);
    const failedFiles = new Set(failed.map(([tag]) => /\bfile="([^"]*)"/.exec(tag)?.[1] ?? ""));
    return { ...countIn(/<testsuites [^>]*>/.exec(text)?.[0] ?? ""), failedFiles: [...failedFiles] };
  } catch {
    return null;
  }
}

/** The binary starts in a third of the time of the sources. */
const BINARY = join(root, "dist/balcao");
let isBuilt = false;

/** Files that passed only when they ran once more, alone. */
const unsteady: string[] = [];

/** Runs the failed files of a suite once more, one after the other. Returns how many of the failed tests passed. */
async function repeat({ name }: Suite, { failed, failedFiles }: Report): Promise<number> {
  if (STEADY.has(name) || failedFiles.length === 0 || failedFiles.length > MOST_REPEATED) {
    failures.push(...failedFiles);
    return 0;
  }
  let left = 0;
  for (const [index, file] of failedFiles.entries()) {
    console.log(`\n${file} failed and is run once more, alone`);
    const again = await run({
      name: `${name}-again-${index}`,
      kind: "tests",
      command: [bun, "test", "--only-failures", `./${file}`],
    });
    left += again.failed;
    (again.failed === 0 ? unsteady : failures).push(file);
  }
  return Math.max(0, failed - left);
}

/** The count of a run, and the processor time of its ended processes, s. */
async function run(
  suite: Suite,
): Promise<Count & { readonly cpuS: number; readonly failedFiles: readonly string[] }> {
  const left = Math.max(1_000, Math.ceil(begun + HANGS_MS - performance.now()));
  const report = join(files, `${suite.name}.xml`);
  const command = [...suite.command];
  if (suite.kind === "tests") command.push("--reporter=junit", `--reporter-outfile=${report}`);
  // A pattern that matches no test: every test is listed as skipped and no set-up code runs.
  if (suite.skip) command.push("--test-name-pattern=^\\b$");
  const child = Bun.spawn(command, {
    cwd: root,
    env: {
      ...{ ...process.env, TMPDIR: files, ...(isBuilt && { TEST_PROGRAM: BINARY }) },
      // Read by `web/test-setup.ts`.
      ...(suite.name.startsWith("pages") && { TEST_COMPONENTS: "1" }),
    },
    stdin: "ignore",
    stdout: suite.skip ? "ignore" : "inherit",
    stderr: suite.skip ? "ignore" : "inherit",
    timeout: left,
    killSignal: "SIGKILL",
  });
  const code = await child.exited;
  const cpuS = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  if (suite.name === "build") isBuilt = code === 0;
  if (suite.kind === "check")
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, cpuS, failedFiles: [] };
  const count = readReport(report);
  if (!count) return { passed: 0, failed: 1, skipped: 0, cpuS, failedFiles: [] };
  // A file that does not load, or a crash after the last test, fails the run without failing a test.
  const ok = code === 0 || suite.skip !== undefined;
  return { ...count, failed: ok ? count.failed : Math.max(1, count.failed), cpuS };
}

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };

async function runAndCount(suite: Suite): Promise<void> {
  console.log(`\n== ${suite.name}${suite.skip ? ` skipped: ${suite.skip}` : ""}`);
  const started = performance.now();
  const first = await run(suite);
  const mended = await repeat(suite, first);
  const count = { ...first, passed: first.passed + mended, failed: first.failed - mended };
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0 && first.failedFiles.length === 0) failures.push(suite.name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const cpu = count.cpuS.toFixed(0);
  console.log(
    `-- ${suite.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s, processor ${cpu} s)`,
  );
}

/** These suites wait half of their time for other programs, and three of them keep two cores busy. */
const LIGHT: ReadonlySet<string> = new Set([
  ...["binary", "cells", "container", "doors", "drivers", "integration", "migrations", "proxies"],
  ...["restore", "verbs"],
]);
const isLight = ({ name }: Suite): boolean => LIGHT.has(name);
const LIGHT_AT_ONCE = 3;

async function runBeside(light: readonly Suite[]): Promise<void> {
  const waiting = [...light];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runAndCount(next);
  };
  await Promise.all(Array.from({ length: LIGHT_AT_ONCE }, lane));
}

if (wanted.includes("binary")) wanted.push("build");
const suites = allSuites().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
// The checks of the sources depend on no other suite.
await Promise.all(suites.filter(({ kind }) => kind === "check").map(runAndCount));
const tests = suites.filter(({ kind }) => kind === "tests");
const firstLight = tests.findIndex(isLight);
for (const [at, suite] of tests.entries()) {
  if (at === firstLight) await runBeside(tests.filter(isLight));
  if (!isLight(suite)) await runAndCount(suite);
}
rmSync(files, { recursive: true, force: true });
const minutes = (performance.now() - begun) / 60_000;
const over =
  wanted.length === 0 && minutes * 60_000 > BUDGET_MS
    ? `, over the ${BUDGET_MS / 60_000} it should take`
    : "";
console.log(`\n${minutes.toFixed(1)} min${over}`);
if (unsteady.length > 0) console.log(`\nunsteady, passed only when run alone: ${unsteady.join(", ")}`);
if (failures.length > 0) console.log(`\nfailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
