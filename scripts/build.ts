/**
 * `npm run build`: the web app and the single binary `dist/balcao`, with its checksum and parts list.
 *   --target=linux-arm64   for another platform (dist/balcao-linux-arm64): linux-x64, linux-arm64 and their
 *                          -musl forms
 *   --web                  only bundles the web app and prints its sizes
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compressTo, variantOf } from "#platform/http/asset-file.ts";
import { bundleWeb, type WebBundle } from "#platform/http/bundle-web.ts";
import { sha256 } from "#platform/ids.ts";
import { embeddedWeb, nativeSqlite, plainDecoder, workerEntries, workersByPlace } from "./compile-plugins.ts";
import { product, root, shippedPackages } from "./packages.ts";
import { pageCost } from "./page-cost.ts";

/** Target of the build → the runtime to embed, and the native SQLite of that platform. */
const TARGETS = {
  "linux-x64": ["bun-linux-x64", "linux-x64"],
  "linux-arm64": ["bun-linux-arm64", "linux-arm64"],
  "linux-x64-musl": ["bun-linux-x64-musl", "linuxmusl-x64"],
  "linux-arm64-musl": ["bun-linux-arm64-musl", "linuxmusl-arm64"],
} as const;
type Target = keyof typeof TARGETS;
const isTarget = (name: string): name is Target => Object.hasOwn(TARGETS, name);

/** Optional parts of Baileys the product does not use: pictures are made by the runtime. */
const UNUSED = ["sharp", "jimp", "link-preview-js", "audio-decode"];
const dist = join(root, "dist");
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const log = (line: string) => console.log(line);

function printSizes(web: WebBundle): void {
  const { files } = web;
  let total = 0;
  for (const file of files.filter(({ path }) => path.startsWith("/assets/"))) {
    const plain = variantOf(file, "identity");
    const gzip = compressTo("gzip", plain, "release").length;
    total += gzip;
    log(
      `  ${file.path.padEnd(48)} ${kilobytes(plain.length).padStart(10)} ${kilobytes(gzip).padStart(10)} gzip`,
    );
  }
  log(`  all of /assets together ${kilobytes(total)} gzip`);
  const { requests, bytes } = pageCost(web, "web/tickets/page.tsx");
  log(`  ticket page, empty cache: ${kilobytes(bytes)} gzip in ${requests} requests (goal 230 kB in 20)`);
}

/** The parts of the binary in the CycloneDX form that scanners read. */
const partsList = () => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { type: "application", name: product.name, version: product.version } },
  components: [
    { type: "library", name: "bun", version: Bun.version, purl: `pkg:npm/bun@${Bun.version}` },
    ...shippedPackages().map(({ name, version, license }) => ({
      type: "library",
      name,
      version,
      licenses: [{ expression: license }],
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
  ],
});

async function compile(target: Target, web: WebBundle): Promise<void> {
  const [runtime, native] = TARGETS[target];
  const outfile = join(dist, target === "linux-x64" ? "balcao" : `balcao-${target}`);
  const packFile = join(dist, "web.pack");
  await Bun.build({
    entrypoints: [join(root, "src/main.ts"), ...workerEntries()],
    root,
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
    // Deeper is 2 MB larger and no faster at the first start.
    bytecodeDepth: 1,
    throw: true,
    define: { "process.env.NODE_ENV": '"production"' },
    external: UNUSED,
    plugins: [nativeSqlite(native), workersByPlace, plainDecoder, embeddedWeb(web.files, packFile)],
    // A stranger's .env or bunfig.toml in the working directory must not be run.
    compile: { target: runtime, outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  rmSync(packFile);
  const checksum = sha256(await Bun.file(outfile).bytes());
  const name = outfile.slice(dist.length + 1);
  await Bun.write(`${outfile}.sha256`, `${checksum}  ${name}\n`);
  await Bun.write(`${outfile}.cdx.json`, `${JSON.stringify(partsList(), null, 2)}\n`);
  log(`dist/${name}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB, sha256 ${checksum}`);
}

const option = process.argv.find((argument) => argument.startsWith("--target="));
const target = option?.slice("--target=".length) ?? `linux-${process.arch === "arm64" ? "arm64" : "x64"}`;
if (!isTarget(target))
  throw new Error(`unknown target ${target}; there are ${Object.keys(TARGETS).join(", ")}`);
mkdirSync(dist, { recursive: true });
const web = await bundleWeb(root);
printSizes(web);
if (!process.argv.includes("--web")) await compile(target, web);
