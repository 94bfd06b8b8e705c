import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package the product ships. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly directory: string;
}
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const root = join(import.meta.dir, "..");

const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));

/** The product's own name and version. */
export const product = readManifest(root);

/** Where `name` lies for code in `directory`: there, or in the nearest node_modules above. */
function locate(name: string, directory: string): string {
  for (let from = directory; from.startsWith(root); from = join(from, "..")) {
    const found = join(from, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  throw new Error(`${name} is not installed: run bun install`);
}

/** Every package the product ships, with those they need themselves; sorted by name and version. */
export function shippedPackages(): ShippedPackage[] {
  const packages = new Map<string, ShippedPackage>();
  const visit = (from: string): void => {
    for (const name of Object.keys(readManifest(from).dependencies ?? {})) {
      // Types are for the compiler; nothing of them ships.
      if (name.startsWith("@types/")) continue;
      const directory = locate(name, from);
      const { version, license } = readManifest(directory);
      const key = `${name} ${version}`;
      if (packages.has(key)) continue;
      packages.set(key, { name, version, license: license ?? "see its text", directory });
      visit(directory);
    }
  };
  visit(root);
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped);
}
