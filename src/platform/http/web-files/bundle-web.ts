import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { BunPlugin } from "bun";
import type { AssetFile, Bytes } from "./asset-file.ts";
import { bundleExtension } from "./bundle-extension.ts";
import { orderStyleSheets } from "./style-sheet-order.ts";

/** The languages of the product, by their names in react-aria. */
const KEPT = new Set(["pt-BR", "en-US", "es-ES"]);

/** react-aria has texts in 34 languages; the plugin replaces other languages by the nearest one of the product. */
const productLocalesOnly: BunPlugin = {
  name: "kept locales only",
  setup(build) {
    build.onLoad({ filter: /[\\/]intl[\\/](?:[\w-]+[\\/])?[a-z]{2}-[A-Z]{2}\.mjs$/ }, ({ path }) => {
      const locale = path.slice(-9, -4);
      if (KEPT.has(locale)) return undefined;
      return {
        contents: `export { default } from "./${locale === "pt-PT" ? "pt-BR" : "en-US"}.mjs";`,
        loader: "js",
      };
    });
  },
};

/** Names of open-props that our tokens are based on. */
const TAKEN = /var\((--(?:size-px-\d+|radius-round|layer-\d))\)/g;

/** Replaces `var(--size-px-2)` by the values of open-props, so that a page loads the dozen it uses and not all 500. */
async function withOpenProps(css: string): Promise<string> {
  const { default: values } = await import("open-props");
  const known = values as unknown as Readonly<Record<string, string | number | undefined>>;
  return css.replaceAll(TAKEN, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`open-props has no ${name}`);
    return String(value);
  });
}

/** Bundler plugin for the design tokens (`web/ui/styles/tokens.css`): inserts their values from open-props. */
const openProps: BunPlugin = {
  name: "open-props",
  setup(build) {
    build.onLoad({ filter: /[\\/]ui[\\/]styles[\\/]tokens\.css$/ }, async ({ path }) => ({
      contents: await withOpenProps(await Bun.file(path).text()),
      loader: "css",
    }));
  },
};

/** The web app as browsers load it. */
export interface WebBundle {
  readonly files: readonly AssetFile[];
  /** The bundler's metafile: the imports of each output. */
  readonly outputs: Bun.BuildMetafile["outputs"];
}

const NAMING = {
  entry: "[name].[ext]",
  chunk: "assets/[name]-[hash].[ext]",
  asset: "assets/[name]-[hash].[ext]",
};
/** Languages of the emoji picker. */
const EMOJI_LANGUAGES = ["pt", "en", "es"];

function assetFile(path: string, type: string, content: Bytes): AssetFile {
  return {
    path,
    type,
    immutable: path.startsWith("/assets/"),
    hash: createHash("sha256").update(content).digest("hex"),
    variants: { identity: content },
  };
}

const typeOf = (path: string) =>
  path.endsWith(".webmanifest") ? "application/manifest+json" : Bun.file(path).type;

/**
 * Files of `web/public`, served under the root: icons of the manifest and other files with fixed names. Sorted, because file systems
 * list a directory in different orders and the same sources give the same binary on all of them.
 */
function publicFiles(directory: string): AssetFile[] {
  return readdirSync(directory)
    .sort()
    .map((name) => assetFile(`/${name}`, typeOf(name), readFileSync(join(directory, name))));
}

/** Names and keywords of emoji, from our own server instead of the picker's default, a public CDN. */
function emojiFiles(): AssetFile[] {
  return EMOJI_LANGUAGES.flatMap((language) =>
    ["data.json", "messages.json"].map((name) => {
      const source = Bun.resolveSync(`emojibase-data/${language}/${name}`, import.meta.dir);
      return assetFile(`/emoji/${language}/${name}`, "application/json", readFileSync(source));
    }),
  );
}

const common = {
  minify: true,
  target: "browser",
  publicPath: "/",
  naming: NAMING,
  throw: true,
  define: { "process.env.NODE_ENV": '"production"' },
} satisfies Partial<Bun.BuildConfig>;

/** Sources below `web/` whose styles are in the first style sheet: the pages most users open first. */
const FIRST_PAGES = ["inbox/tickets/page.tsx", "accounts/login/page.tsx"];

/** Preloaded with the entry file, which imports them immediately: the ticket page and its Portuguese texts. */
const PRELOADED = ["inbox/tickets/page.tsx", "app/first-texts/pt.ts"];

/** Files cached for use without a network: the first page and the offline page in every language. */
const OFFLINE = [...FIRST_PAGES, "app/first-texts/", "app/offline/", "inbox/todo/locales/"];

/** The service worker, which contains the name of every file; null when it has no source file. */
async function workerFile(
  web: string,
  files: readonly AssetFile[],
  outputs: Bun.BuildMetafile["outputs"],
): Promise<AssetFile | null> {
  const entry = join(web, "worker/sw.ts");
  if (!existsSync(entry)) return null;
  const source = (path: string) => relative(process.cwd(), join(web, path));
  const page = files.find(({ path }) => path === "/index.html");
  const [, script = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(textOf(page)) ?? [];
  const first = new Set(files.filter(({ path }) => /^\/assets\/style-/.test(path)).map(({ path }) => path));
  const wanted = [source("index.html"), ...OFFLINE.map(source)];
  const load = (chunk: string): void => {
    const path = `/${chunk.replace(/^\.?\//, "")}`;
    if (first.has(path) || !chunk.endsWith(".js")) return;
    first.add(path);
    for (const { path: next, kind } of outputs[chunk]?.imports ?? [])
      if (kind !== "dynamic-import") load(next);
  };
  for (const [chunk, { entryPoint }] of Object.entries(outputs))
    if (entryPoint !== undefined && wanted.some((start) => entryPoint.startsWith(start))) load(chunk);
  const version = createHash("sha256");
  for (const { path, hash } of files) version.update(`${path} ${hash}\n`);
  const build = { version: version.digest("hex").slice(0, 16), entry: script, first: [...first] };
  const define = { ...common.define, BALCAO_BUILD: JSON.stringify(build) };
  const { outputs: made } = await Bun.build({ ...common, define, entrypoints: [entry], format: "iife" });
  const [worker] = made;
  if (!worker) throw new Error("the bundler gave no service worker");
  return assetFile("/sw.js", "text/javascript;charset=utf-8", new Uint8Array(await worker.arrayBuffer()));
}

const textOf = (file: AssetFile | undefined): string =>
  new TextDecoder().decode(file?.variants.identity ?? new Uint8Array());

/** Joins several style sheets into one file. */
async function oneSheet(web: string, paths: readonly string[]): Promise<AssetFile> {
  const imports = paths.map((path) => `@import ${JSON.stringify(join(process.cwd(), path))};`).join("\n");
  const entry = join(web, "style.css");
  const { outputs } = await Bun.build({
    ...common,
    entrypoints: [entry],
    files: { [entry]: imports },
    plugins: [openProps],
  });
  const [sheet] = outputs;
  if (!sheet) throw new Error("the bundler gave no style sheet");
  const content = new Uint8Array(await sheet.arrayBuffer());
  return assetFile(`/assets/style-${sheet.hash}.css`, "text/css;charset=utf-8", content);
}

/**
 * Bundles `web/` below `root` for release: lazy chunks, minified, hashed names, two style sheets.
 * Takes about 0.1 s; throws the bundler's error when the sources do not build.
 */
export async function bundleWeb(root: string): Promise<WebBundle> {
  const web = join(root, "web");
  const scripts = await Bun.build({
    ...common,
    entrypoints: [join(web, "index.html")],
    splitting: true,
    minChunkSize: 4_096,
    metafile: true,
    plugins: [productLocalesOnly, openProps],
  });
  if (!scripts.metafile) throw new Error("the bundler gave no metafile");
  // The bundler loads the script of a lazy chunk but not its style sheet, so all styles become two sheets: `first`,
  // loaded with the page, and `later`, which lazy chunks wait for.
  const source = (path: string) => relative(process.cwd(), join(web, path));
  const sheets = orderStyleSheets(scripts.metafile, source("index.html"), FIRST_PAGES.map(source));
  const files = new Map<string, AssetFile>();
  let page = "";
  for (const output of scripts.outputs) {
    const content = new Uint8Array(await output.arrayBuffer());
    const name = output.path.replace(/^\.?\//, "");
    if (name.endsWith(".html")) page = new TextDecoder().decode(content);
    else if (!name.endsWith(".css")) files.set(`/${name}`, assetFile(`/${name}`, typeOf(name), content));
  }
  const [first, later] = [await oneSheet(web, sheets.first), await oneSheet(web, sheets.later)];
  for (const sheet of [first, later]) files.set(sheet.path, sheet);
  page = page.replaceAll(/<link rel="stylesheet"[^>]*>/g, "");
  const links = `<link rel="stylesheet" href="${first.path}"><meta name="lazy-css" content="${later.path}">`;
  const preloads = Object.entries(scripts.metafile.outputs)
    .filter(
      ([path, { entryPoint = "" }]) => path.endsWith(".js") && PRELOADED.map(source).includes(entryPoint),
    )
    .map(([path]) => `<link rel="modulepreload" href="/${path.replace(/^\.?\//, "")}">`);
  page = page.replace("<script ", `${links}${preloads.join("")}<script `);
  const html = assetFile("/index.html", "text/html;charset=utf-8", new TextEncoder().encode(page));
  const extension = await bundleExtension(root);
  const zip = extension ? [assetFile("/link-extension.zip", "application/zip", extension)] : [];
  const bundled = [html, ...files.values(), ...publicFiles(join(web, "public")), ...emojiFiles(), ...zip];
  const { outputs } = scripts.metafile;
  const worker = await workerFile(web, bundled, outputs);
  return { files: worker ? [...bundled, worker] : bundled, outputs };
}
