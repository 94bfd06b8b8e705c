import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "#test/helpers/chromium.ts";

/** One process with its own count; with `skip` its tests are listed, not run. */
export interface Suite {
  readonly name: string;
  readonly command: readonly string[];
  readonly kind: "check" | "tests";
  readonly skip?: string;
}

const root = join(import.meta.dir, "..");
const bun = process.execPath;
const biome = [bun, "node_modules/@biomejs/biome/bin/biome"];

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

/** Every suite, in the order in which a whole run runs them. */
export function allSuites(): Suite[] {
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
