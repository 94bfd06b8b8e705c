import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package the product ships. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The author in its manifest. */
  readonly author: string | null;
  readonly directory: string;
}

/** A library of another language that was compiled into one of the packages, or into the runtime. */
export interface CompiledPart {
  readonly name: string;
  readonly license: string;
  readonly within: string;
  readonly copyright: string;
}
export const COMPILED_PARTS: readonly CompiledPart[] = [
  {
    name: "mpg123",
    license: "LGPL-2.1",
    within: "mpg123-decoder",
    copyright: "Copyright (c) 1995-2021 by the mpg123 project; https://www.mpg123.de has its sources",
  },
  {
    name: "libopus",
    license: "BSD-3-Clause",
    within: "libopus-wasm",
    copyright:
      "Copyright (c) 2001-2018 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, CSIRO, Gregory Maxwell, Mark Borgerding, Erik de Castro Lopo",
  },
  { name: "SQLite", license: "blessing", within: "better-sqlite3", copyright: "In the public domain" },
  {
    name: "JavaScriptCore",
    license: "LGPL-2.1",
    within: "bun",
    copyright: "Copyright (c) Apple Inc. and others; https://github.com/oven-sh/WebKit has its sources",
  },
];
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const root = join(import.meta.dir, "..");

const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));

/** The product's own name and version. */
export const product = readManifest(root);

/** The directory of package `name` as code in `directory` resolves it. */
function locate(name: string, directory: string): string {
  for (let from = directory; from.startsWith(root); from = join(from, "..")) {
    const found = join(from, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  throw new Error(`${name} is not installed: run bun install`);
}

/** Every package the product ships, with its dependencies; sorted by name and version. */
export function shippedPackages(): ShippedPackage[] {
  const packages = new Map<string, ShippedPackage>();
  const visit = (from: string): void => {
    for (const name of Object.keys(readManifest(from).dependencies ?? {})) {
      // Type packages are not shipped.
      if (name.startsWith("@types/")) continue;
      const directory = locate(name, from);
      const { version, license, author } = readManifest(directory);
      const key = `${name} ${version}`;
      if (packages.has(key)) continue;
      packages.set(key, {
        name,
        version,
        license: license ?? "see its text",
        author: (typeof author === "string" ? author.replace(/ *[<(].*/, "") : author?.name) ?? null,
        directory,
      });
      visit(directory);
    }
  };
  visit(root);
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped);
}
