import { rmSync } from "node:fs";
import type { WebBundle } from "#platform/http/web-files/bundle-web.ts";
import {
  embeddedWeb,
  nativeSqlite,
  plainDecoder,
  wasmAsFiles,
  withoutBuildPath,
  workerEntries,
  workersByPath,
} from "./compile-plugins.ts";
import { root } from "./packages.ts";

/** Target of the build → the runtime to embed, and the native SQLite of that platform. */
const TARGETS = {
  "linux-x64": ["bun-linux-x64", "linux-x64"],
  "linux-arm64": ["bun-linux-arm64", "linux-arm64"],
  "linux-x64-musl": ["bun-linux-x64-musl", "linuxmusl-x64"],
  "linux-arm64-musl": ["bun-linux-arm64-musl", "linuxmusl-arm64"],
} as const;
export type Target = keyof typeof TARGETS;

export function targetNamed(name: string): Target {
  const known = (Object.keys(TARGETS) as Target[]).find((target) => target === name);
  if (!known) throw new Error(`unknown target ${name}; known targets: ${Object.keys(TARGETS).join(", ")}`);
  return known;
}

/** Optional dependencies of Baileys that the product does not use: the runtime processes pictures. */
const UNUSED = ["sharp", "jimp", "link-preview-js", "audio-decode"];

/** Compiles `entry`, all worker threads and the web app into one executable. */
export async function compile(options: {
  readonly entry: string;
  readonly outfile: string;
  readonly target: Target;
  readonly web: WebBundle;
}): Promise<void> {
  const { entry, outfile, target, web } = options;
  const [runtime, native] = TARGETS[target];
  try {
    await Bun.build({
      entrypoints: [entry, ...workerEntries()],
      root,
      target: "bun",
      format: "esm",
      minify: true,
      // Code that threads share is in the binary once.
      splitting: true,
      bytecode: true,
      // A greater depth adds 2 MB and does not speed up the first start.
      bytecodeDepth: 0,
      throw: true,
      define: { "process.env.NODE_ENV": '"production"' },
      external: UNUSED,
      plugins: [
        nativeSqlite(native),
        workersByPath,
        plainDecoder,
        withoutBuildPath,
        wasmAsFiles(outfile),
        embeddedWeb(web.files, `${outfile}.pack`),
      ],
      // A foreign .env or bunfig.toml in the working directory must not be loaded.
      compile: { target: runtime, outfile, autoloadDotenv: false, autoloadBunfig: false },
    });
  } finally {
    for (const part of ["pack", "wasm0", "wasm1"]) rmSync(`${outfile}.${part}`, { force: true });
  }
}
