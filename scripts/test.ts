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
import { allSuites, type Suite } from "./test-suites.ts";

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
