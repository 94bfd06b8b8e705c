/**
 * `npm test`: type check, lint and the binary, which the tests then start, the rings of the tests beside the code (unit first,
 * workers last), then the cross-cutting rings under test/ (journeys last).
 * `npm test -- unit journeys` runs only the rings named. Ends with one line: `N passed, N failed, N skipped`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#test/helpers/chromium.ts";

/** One process with its own count; `skip` lists the tests without running them. */
interface Ring {
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
const BUDGET_MS = 20 * 60_000;
/** Only what hangs is still running then: it is stopped and counts as failed. */
const HANGS_MS = 60 * 60_000;
const begun = performance.now();
const root = join(import.meta.dir, "..");
const reports = mkdtempSync(join(tmpdir(), "balcao-test-"));
const bun = process.execPath;
const biome = [bun, "node_modules/@biomejs/biome/bin/biome"];

/**
 * Tests wait more than they work: two files at a time, each in a process of its own. The time that a test may take by default
 * is set in `test/helpers/patient.ts`.
 */
const BUN_TEST = [bun, "test", "--only-failures", "--parallel=2"];

function crossCuttingRings(): Ring[] {
  const files = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync({ cwd: root })].sort();
  const byFolder = Map.groupBy(files, (file) => (file.split("/").length > 2 ? file.split("/")[1] : "meta"));
  const names = [...byFolder.keys()].filter((name) => name !== undefined);
  const order = (name: string) => (name === "journeys" ? 2 : name === "meta" ? 0 : 1);
  names.sort((a, b) => order(a) - order(b) || a.localeCompare(b));
  return names.map((name) => {
    const paths = (byFolder.get(name) ?? []).map((file) => `./${file}`);
    const ring: Ring = { name, kind: "tests", command: [...BUN_TEST, ...paths] };
    if (name !== "journeys" || findChromium()) return ring;
    return { ...ring, skip: "no Chromium found: install one, or name it in CHROMIUM_PATH" };
  });
}

const besideTheCode = (): string[] =>
  ["src", "web", "simulator"].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.test.{ts,tsx}`).scanSync({ cwd: root })]
      .sort()
      .map((file) => `./${file}`),
  );

const STARTS_OTHERS =
  /^\.\/(simulator|src\/(channels\/connections\/whatsapp|outreach\/contact-imports|cli|operations\/(backups|certificates)))\//;

const TALKS =
  /^\.\/src\/(automation|outreach|provider\/importer|accounts\/billing|channels\/connections\/(cloud|meta)|inbox\/(distribution|messages|ratings|scheduled-messages))\//;

const STARTS_A_SERVER = /from "#test\/helpers\/(app|pages|official)\.ts"/;

/**
 * The unit ring stays below a minute: pages, what starts threads and processes, what talks to other systems or to many
 * people at once, and what asks a whole server over HTTP have rings of their own.
 */
function ringOf(path: string): string {
  if (path.startsWith("./web/")) return "pages";
  if (STARTS_OTHERS.test(path)) return "workers";
  if (TALKS.test(path)) return "partners";
  return STARTS_A_SERVER.test(readFileSync(join(root, path), "utf8")) ? "server" : "unit";
}

function allRings(): Ring[] {
  return [
    { name: "types", kind: "check", command: [bun, "node_modules/typescript/bin/tsc", "--noEmit"] },
    { name: "lint", kind: "check", command: [...biome, "check", "."] },
    // It reads every file for each question: too slow for the editor's own check of one.
    {
      name: "circles",
      kind: "check",
      command: [...biome, "lint", "--only=suspicious/noImportCycles", "--error-on-warnings", "."],
    },
    // Unused files, exports and dependencies.
    { name: "unused", kind: "check", command: [bun, "node_modules/knip/bin/knip.js", "--no-progress"] },
    { name: "build", kind: "check", command: [bun, "scripts/build.ts"] },
    ...["unit", "server", "partners", "pages", "workers"].map((name): Ring => {
      const paths = besideTheCode().filter((path) => ringOf(path) === name);
      return { name, kind: "tests", command: [...BUN_TEST, ...paths] };
    }),
    ...crossCuttingRings(),
  ];
}

/** Reads the totals of a JUnit report; null when the run died before writing one. */
function readReport(file: string): Count | null {
  try {
    const head = /<testsuites [^>]*>/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
    const number = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
    const failed = number("failures");
    const skipped = number("skipped");
    return { passed: number("tests") - failed - skipped, failed, skipped };
  } catch {
    return null;
  }
}

/** It starts in a third of the time that the sources take. */
const BINARY = join(root, "dist/balcao");
let isBuilt = false;

async function run(ring: Ring): Promise<Count> {
  const left = Math.max(1_000, Math.ceil(begun + HANGS_MS - performance.now()));
  const report = join(reports, `${ring.name}.xml`);
  const command = [...ring.command];
  if (ring.kind === "tests") command.push("--reporter=junit", `--reporter-outfile=${report}`);
  // A pattern that matches no test: every one is listed as skipped, and no set-up code of it runs.
  if (ring.skip) command.push("--test-name-pattern=^\\b$");
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...(isBuilt && { TEST_PROGRAM: BINARY }) },
    stdin: "ignore",
    stdout: ring.skip ? "ignore" : "inherit",
    stderr: ring.skip ? "ignore" : "inherit",
    timeout: left,
    killSignal: "SIGKILL",
  });
  const code = await child.exited;
  if (ring.name === "build") isBuilt = code === 0;
  if (ring.kind === "check") return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  const count = readReport(report);
  if (!count) return { passed: 0, failed: 1, skipped: 0 };
  // A file that does not load, or a crash after the last test, fails the run without failing a test.
  const ok = code === 0 || ring.skip !== undefined;
  return { ...count, failed: ok ? count.failed : Math.max(1, count.failed) };
}

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };

async function runAndCount(ring: Ring): Promise<void> {
  console.log(`\n== ${ring.name}${ring.skip ? ` skipped: ${ring.skip}` : ""}`);
  const started = performance.now();
  const count = await run(ring);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `-- ${ring.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`,
  );
}

if (wanted.includes("binary")) wanted.push("build");
const rings = allRings().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
// The checks of the sources depend on no other suite.
await Promise.all(rings.filter(({ kind }) => kind === "check").map(runAndCount));
for (const ring of rings.filter(({ kind }) => kind === "tests")) await runAndCount(ring);
rmSync(reports, { recursive: true, force: true });
const minutes = (performance.now() - begun) / 60_000;
const over =
  wanted.length === 0 && minutes * 60_000 > BUDGET_MS
    ? `, over the ${BUDGET_MS / 60_000} it should take`
    : "";
console.log(`\n${minutes.toFixed(1)} min${over}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
