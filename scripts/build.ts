/**
 * `npm run build`: the web app and the single binary `dist/balcao`, with its checksum, its bill of materials (SBOM) and the
 * licences that must be distributed with it.
 *   --target=linux-arm64   for another platform (dist/balcao-linux-arm64): linux-x64, linux-arm64 and their
 *                          -musl forms
 *   --web                  only bundles the web app and prints its sizes
 */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { compressTo, variantOf } from "#platform/http/web-files/asset-file.ts";
import { bundleWeb, type WebBundle } from "#platform/http/web-files/bundle-web.ts";
import { sha256 } from "#platform/ids.ts";
import { compile, targetNamed } from "./compile-plugins.ts";
import { COMPILED_PARTS, product, root, shippedPackages } from "./packages.ts";
import { pageCost } from "./page-cost.ts";

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
  const { requests, bytes } = pageCost(web, "web/inbox/tickets/page.tsx");
  log(`  ticket page, empty cache: ${kilobytes(bytes)} gzip in ${requests} requests (limit 255 kB in 20)`);
}

/** The bill of materials of the binary in CycloneDX, the format that scanners read. */
const billOfMaterials = () => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { type: "application", name: product.name, version: product.version } },
  components: [
    {
      type: "library",
      name: "bun",
      version: Bun.version,
      licenses: [{ expression: "MIT" }],
      purl: `pkg:npm/bun@${Bun.version}`,
    },
    ...shippedPackages().map(({ name, version, license }) => ({
      type: "library",
      name,
      version,
      licenses: [{ expression: license }],
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
    ...COMPILED_PARTS.map(({ name, license, within, copyright }) => ({
      type: "library",
      name,
      description: `compiled into ${within}`,
      licenses: [{ expression: license }],
      copyright,
    })),
  ],
});

async function makeBinary(platform: string | undefined, web: WebBundle): Promise<void> {
  const name = platform ? `balcao-${platform}` : "balcao";
  const target = targetNamed(platform ?? `linux-${process.arch}`);
  const outfile = join(dist, name);
  await compile({ entry: join(root, "src/main.ts"), outfile, target, web });
  const checksum = sha256(await Bun.file(outfile).bytes());
  await Bun.write(`${outfile}.sha256`, `${checksum}  ${name}\n`);
  await Bun.write(`${outfile}.cdx.json`, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  for (const page of ["LICENSE", "THIRD_PARTY_NOTICES.md"]) cpSync(join(root, page), join(dist, page));
  log(`dist/${name}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB, sha256 ${checksum}`);
}

const option = process.argv.find((argument) => argument.startsWith("--target="))?.slice("--target=".length);
mkdirSync(dist, { recursive: true });
const web = await bundleWeb(root);
printSizes(web);
if (!process.argv.includes("--web")) await makeBinary(option, web);
