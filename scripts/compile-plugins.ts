import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { BunPlugin } from "bun";
import type { AssetFile } from "#platform/http/web-files/asset-file.ts";
import { packAssets } from "#platform/http/web-files/asset-pack.ts";
import type { WebBundle } from "#platform/http/web-files/bundle-web.ts";
import { root } from "./packages.ts";

/** `new Worker(new URL("./x-worker.ts", import.meta.url))`: how the sources name the file of a worker thread. */
const WORKER = /new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g;

/** The files of worker threads, found where they are started. They are entry points of the binary, as `main.ts` is. */
function workerEntries(): string[] {
  const entries = new Set<string>();
  for (const path of new Bun.Glob("{src,simulator}/**/*.ts").scanSync({ cwd: root })) {
    if (path.endsWith(".test.ts")) continue;
    for (const [, name] of readFileSync(join(root, path), "utf8").matchAll(WORKER)) {
      entries.add(join(root, path, "..", `${name}.ts`));
    }
  }
  return [...entries].sort();
}

/** The binary holds all code in one file, so a worker thread is addressed by its path inside the binary. */
const workersByPath: BunPlugin = {
  name: "workers by path",
  setup(build) {
    build.onLoad({ filter: /[\\/](src|simulator)[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      if (!WORKER.test(source)) return undefined;
      const directory = relative(root, join(path, ".."));
      const contents = source.replaceAll(WORKER, `new URL("file:///$$bunfs/root/${directory}/$1.js")`);
      return { contents, loader: "ts" };
    });
  },
};

/**
 * better-sqlite3 looks for its native part in node_modules at start, which a binary does not have; for each platform the
 * package has an entry that imports the file directly.
 */
const nativeSqlite = (platform: string): BunPlugin => ({
  name: "native sqlite",
  setup(build) {
    build.onResolve({ filter: /^better-sqlite3$/ }, () => ({
      path: Bun.resolveSync(`better-sqlite3/${platform}`, root),
    }));
  },
});

/**
 * The index of mpg123-decoder also imports the browser version of the decoder; the bundler drops the unused
 * class but not the call, and the module fails at load.
 */
const plainDecoder: BunPlugin = {
  name: "plain decoder",
  setup(build) {
    build.onLoad({ filter: /mpg123-decoder[\\/]index\.js$/ }, () => ({
      contents: `export { default as MPEGDecoder } from "./src/MPEGDecoder.js";`,
      loader: "js",
    }));
  },
};

/**
 * pino contains the paths of worker threads that are never started, with the directory of the build. Without that directory the
 * same sources give the same binary in every directory.
 */
const withoutBuildPath: BunPlugin = {
  name: "withoutBuildPath",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]node_modules[\\/](pino[\\/]lib|thread-stream)[\\/][\w-]+\.js$/ },
      async ({ path }) => ({
        contents: (await Bun.file(path).text()).replaceAll("__dirname", '"/"'),
        loader: "js",
      }),
    );
  },
};

/** A WebAssembly module as text; the crypto of WhatsApp carries two, with SIMD and without. */
const WASM_TEXT = /"(AGFzb[A-Za-z0-9+/=]{1000,})"/g;
const WASM_READER = "function base64ToUint8Array(base64) {";

/**
 * As text the modules would be in the binary twice, as source and as bytecode; as compressed files they take a fifth of that.
 * During the build they are at `outfile` + `.wasm0`, `.wasm1`. They are written before the bundler starts, because it lists a
 * directory only once and does not find files written later.
 */
function wasmAsFiles(outfile: string): BunPlugin {
  return {
    name: "wasm as files",
    async setup(build) {
      const contents = await bridgeReading(outfile);
      build.onLoad({ filter: /whatsapp-rust-bridge[\\/]dist[\\/]index\.js$/ }, () => ({
        contents,
        loader: "js",
      }));
    },
  };
}

/** Writes the modules beside `outfile` and returns the source of the package that reads them from there. */
async function bridgeReading(outfile: string): Promise<string> {
  const source = await Bun.file(join(root, "node_modules/whatsapp-rust-bridge/dist/index.js")).text();
  const texts = [...source.matchAll(WASM_TEXT)].map(([, text = ""]) => text);
  if (texts.length !== 2 || !source.includes(WASM_READER)) {
    throw new Error("whatsapp-rust-bridge does not contain its WebAssembly in the expected form");
  }
  let contents = source.replace(WASM_READER, `${WASM_READER} if (typeof base64 !== "string") return base64;`);
  for (const [n, text] of texts.entries()) {
    const part = `${outfile}.wasm${n}`;
    writeFileSync(part, gzipSync(Buffer.from(text, "base64"), { level: 9 }));
    const named = `import wasm${n} from ${JSON.stringify(part)} with { type: "file" };\n`;
    contents = named + contents.replace(`"${text}"`, `gunzipSync(readFileSync(wasm${n}))`);
  }
  const tools = `import { readFileSync } from "node:fs";\nimport { gunzipSync } from "node:zlib";\n`;
  return tools + contents;
}

/** Puts the web app into the binary by replacing `src/platform/http/web-files/embedded.ts`. */
function embeddedWeb(files: readonly AssetFile[], packFile: string): BunPlugin {
  return {
    name: "embedded web",
    async setup(build) {
      const { index, bytes } = packAssets(files);
      await Bun.write(packFile, bytes);
      build.onLoad({ filter: /platform[\\/]http[\\/]web-files[\\/]embedded\.ts$/ }, () => ({
        loader: "ts",
        contents: `import pack from ${JSON.stringify(packFile)} with { type: "file" };
          export const embedded = { index: ${JSON.stringify(index)}, bytes: () => Bun.file(pack).bytes() };`,
      }));
    },
  };
}

/** Target of the build → the runtime to embed, and the native SQLite of that platform. */
const TARGETS = {
  "linux-x64": ["bun-linux-x64", "linux-x64"],
  "linux-arm64": ["bun-linux-arm64", "linux-arm64"],
  "linux-x64-musl": ["bun-linux-x64-musl", "linuxmusl-x64"],
  "linux-arm64-musl": ["bun-linux-arm64-musl", "linuxmusl-arm64"],
} as const;
type Target = keyof typeof TARGETS;

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
