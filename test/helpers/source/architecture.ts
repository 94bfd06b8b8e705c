import { type Import, importsOf } from "./imports.ts";

/** The import rules of the product, checked on source text. docs/architecture.md has their reasons. */

/** Path from the root of the repository → source text. */
export type Sources = ReadonlyMap<string, string>;

export interface Layout {
  /** Names of the features in the order of src/features.ts. */
  readonly features: readonly string[];
  /** Folders of the web in the order in which they may use each other: a page is made of parts. */
  readonly web: readonly string[];
  /** Files that may be longer than 300 lines, each with its reason. */
  readonly long: Readonly<Record<string, string>>;
}

interface File {
  readonly path: string;
  /** First folder: `src`, `web`, `simulator` … */
  readonly area: string;
  /** The feature, or another folder below the first one; "" for files right inside it. */
  readonly folder: string;
  /** Directory of that folder: `src/inbox/tickets`, `src/platform`. */
  readonly home: string;
  readonly name: string;
  readonly directory: string;
  readonly isTest: boolean;
}

type Rule = (file: File, target: Target, layout: Layout) => string | null;
interface Target extends Import {
  /** File of ours it leads to, null for packages. */
  readonly file: File | null;
}

const MAX_LINES = 300;
/** Maximum lines of a test file, more than of other files, because it is a list of independent cases. */
const MAX_TEST_LINES = 400;
const AREAS = ["web", "simulator", "test", "bench", "migrations"];

/** The areas of features in `src/` and `web/`, in the order in which they may import each other. */
export const ROOMS = [
  "accounts",
  "people",
  "channels",
  "inbox",
  "automation",
  "outreach",
  "operations",
  "provider",
] as const;

/** The area of a file in `src/` or `web/`; undefined for what belongs to no area. */
export const roomOf = (path: string): string | undefined => {
  const [top, room] = path.split("/");
  return (top === "src" || top === "web") && ROOMS.some((name) => name === room) ? room : undefined;
};

function fileOf(path: string): File {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const depth = roomOf(path) ? 3 : 2;
  return {
    path,
    area: parts[0] ?? "",
    folder: parts.length > depth ? (parts[depth - 1] ?? "") : "",
    home: parts.slice(0, depth).join("/"),
    name,
    directory: parts.slice(0, -1).join("/"),
    isTest:
      /\.test\.tsx?$/.test(name) ||
      name === "testing.ts" ||
      name === "testing.tsx" ||
      path.includes("/testing/"),
  };
}

/** Where an import leads, from the root of the repository; null for packages and built-ins. */
function resolve(file: File, { from }: Import): File | null {
  if (from.startsWith("./")) return fileOf(`${file.directory}/${from.slice(2)}`);
  if (!from.startsWith("#")) return null;
  const [first = ""] = from.slice(1).split("/");
  return fileOf(AREAS.includes(first) || from === "#package.json" ? from.slice(1) : `src/${from.slice(1)}`);
}

/** Every broken rule, as `path: what`. */
export function violations(sources: Sources, layout: Layout): readonly string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    const file = fileOf(path);
    for (const written of importsOf(source)) {
      const target = { ...written, file: resolve(file, written) };
      for (const rule of rules) {
        const complaint = rule(file, target, layout);
        if (complaint) found.push(`${path}: ${complaint} (${written.from})`);
      }
    }
    const lines = source.split("\n").length - 1;
    if (lines > (file.isTest ? MAX_TEST_LINES : MAX_LINES) && !Object.hasOwn(layout.long, path))
      found.push(`${path}: ${lines} lines`);
  }
  return found;
}

const spelling: Rule = (file, { from, file: target }) => {
  if (from.startsWith("../")) return "a path upwards; use #folder/file.ts";
  if (
    target &&
    target.directory === file.directory &&
    file.folder !== "" &&
    from.startsWith("#") &&
    !file.isTest
  )
    return "the same folder by #; use ./file.ts";
  if (target && !/\.[a-z]+$/.test(from)) return "no file extension";
  return null;
};

const BUILTINS = new Set([
  "fs",
  "path",
  "crypto",
  "os",
  "http",
  "net",
  "stream",
  "url",
  "util",
  "events",
  "buffer",
  "child_process",
]);
const nodeProtocol: Rule = (_, { from }) =>
  BUILTINS.has(from.split("/")[0] ?? "") ? "a built-in without node:" : null;

/** Packages that only certain files may import. */
const FENCES: readonly { readonly packages: RegExp; readonly allowed: (file: File) => boolean }[] = [
  {
    packages: /^(@whiskeysockets\/|libsignal|whatsapp-rust-bridge)/,
    allowed: ({ path, area }) =>
      path.startsWith("src/channels/connections/whatsapp/") ||
      ["simulator", "test", "bench", "scripts"].includes(area),
  },
  {
    packages: /^hono(\/|$)/,
    allowed: ({ path, name, area }) =>
      name === "routes.ts" || path.startsWith("src/platform/http/") || area === "bench" || area === "test",
  },
  {
    packages: /^better-sqlite3(\/|$)/,
    allowed: ({ path, area }) =>
      path.startsWith("src/platform/db/") || area === "bench" || area === "scripts",
  },
  {
    packages: /^@nats-io\//,
    allowed: ({ path, area }) => path.startsWith("src/cluster/") || ["test", "bench"].includes(area),
  },
  {
    packages: /^(react|react-dom|react-aria-components|@preact\/|wouter)(\/|$)/,
    allowed: ({ area, isTest }) => area === "web" || isTest || area === "test",
  },
];
const fences: Rule = (file, { from, file: target }) =>
  !target && FENCES.some(({ packages, allowed }) => packages.test(from) && !allowed(file))
    ? "a package behind a fence"
    : null;

/** Only tests, tools and the demo may import the simulator. */
const outsideWorld: Rule = ({ path, area, isTest }, { file: target }) => {
  if (isTest || !target || (area !== "src" && area !== "web")) return null;
  if (!["simulator", "test", "bench", "scripts"].includes(target.area)) return null;
  return path === "src/main.ts" && target.area === "simulator" ? null : `the product needs ${target.area}/`;
};

const isContract = (file: File | null) => file?.name === "contract.ts";
/** Texts shared by the page and the server's generated files, one file per language. */
const isLocale = (file: File | null) => /^src\/(?:[\w-]+\/)?[\w-]+\/locales\//.test(file?.path ?? "");
const locales: Rule = (file, { file: target }) =>
  isLocale(file) && (!isLocale(target) || target?.directory !== file.directory)
    ? "locales are words alone"
    : null;
const contracts: Rule = ({ name, area }, { from, file: target }) =>
  area === "src" && name === "contract.ts" && from !== "valibot" && !isContract(target)
    ? "a contract imports valibot and contracts only"
    : null;

/**
 * Files that a policy may import: other pure rules, also through the index of a feature; it reads no data. (Local
 * time is arithmetic.)
 */
const PURE = new Set(["contract.ts", "policy.ts", "index.ts"]);
const policies: Rule = ({ name, area }, { typeOnly, file: target }) =>
  area === "src" &&
  name === "policy.ts" &&
  !typeOnly &&
  !PURE.has(target?.name ?? "") &&
  target?.path !== "src/tenants/tenant.ts" &&
  target?.path !== "src/platform/dates.ts"
    ? "a policy is pure"
    : null;

/** platform → nothing of ours; tenants → platform; a feature → those above it; the command line → what it starts. */
const layers: Rule = (file, { file: target }, layout) => {
  if (file.area !== "src" || file.isTest || !target || target.area !== "src") return null;
  if (target.folder === file.folder && file.folder !== "") return null;
  const order = ["platform", "tenants", ...layout.features];
  const from = order.indexOf(file.folder);
  const to = order.indexOf(target.folder);
  // config.ts is a leaf: values, no behaviour.
  if (target.path === "src/config.ts") return from === 0 ? "the platform knows no configuration" : null;
  if (from >= 0 && to < 0) return `${file.folder} imports ${target.path}`;
  if (from >= 0 && to > from) return `${file.folder} stands above ${target.folder} and may not import it`;
  return to > 1 && file.folder !== "" ? doorOf(file, target) : null;
};

/** The cluster layer keeps one data directory on several machines: it knows files and commits, no company and no feature. */
const cluster: Rule = (file, { file: target }) => {
  if (file.area !== "src" || file.folder !== "cluster" || file.isTest || target?.area !== "src") return null;
  return ["platform", "cluster"].includes(target.folder) || target.path === "src/config.ts"
    ? null
    : `the cluster imports ${target.path}`;
};

/** Between features only the index may be imported; tables of others may be joined in queries. */
function doorOf(file: File, target: File): string | null {
  if (["index.ts", "contract.ts", "events.ts"].includes(target.name) && target.directory === target.home)
    return null;
  // Contracts have no data, so the contract of a folder inside another feature may be imported: a page then does not load the
  // whole contract.
  if (isContract(target) && file.name === "contract.ts") return null;
  if (target.name === "schema.ts" && ["queries.ts", "queries.sql.ts", "schema.ts"].includes(file.name))
    return null;
  return `the inside of ${target.folder}`;
}

/** The composition root imports the index of each feature, its wiring, and the drivers. */
const ROOT_DOORS = new Set(["index.ts", "driver.ts"]);
const root: Rule = ({ path, area, folder }, { file: target }) => {
  if (area !== "src" || folder !== "" || !target || target.area !== "src" || target.folder === "")
    return null;
  if (["platform", "cluster", "tenants", "cli", "config"].includes(target.folder)) return null;
  if (path === "src/features.ts")
    return target.name === "feature.ts" ? null : "features.ts lists feature.ts files only";
  return ROOT_DOORS.has(target.name) ? null : `the inside of ${target.folder}`;
};

/** A folder of the web imports shared parts, contracts, and the folders it consists of; the shell imports pages. */
const SHARED = new Set(["ui", "lib", "i18n"]);
/** Pure functions of the server that the page imports. */
const SHARED_CODE = new Set([
  "src/platform/csv.ts",
  "src/platform/dates.ts",
  "src/platform/i18n/date-forms.ts",
  "src/platform/i18n/translator.ts",
  "src/platform/zone-offset.ts",
  "src/inbox/reports/policy.ts",
  "src/inbox/tickets/policy.ts",
  "src/tenants/policy.ts",
]);
const web: Rule = (file, { file: target }, layout) => {
  if (file.area !== "web" || file.isTest || !target) return null;
  if (target.area === "src")
    return isContract(target) || isLocale(target) || SHARED_CODE.has(target.path)
      ? null
      : "the web imports contracts only";
  if (target.area !== "web" || target.folder === file.folder || SHARED.has(target.folder)) return null;
  if (file.folder === "" || file.folder === "app") return null;
  const [from, to] = [layout.web.indexOf(file.folder), layout.web.indexOf(target.folder)];
  return to >= 0 && to < from ? null : `${file.folder} knows ${target.folder}`;
};

const rules: readonly Rule[] = [
  spelling,
  nodeProtocol,
  fences,
  outsideWorld,
  contracts,
  locales,
  policies,
  layers,
  cluster,
  root,
  web,
];
