import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeZip } from "client-zip";
import type { Bytes } from "./asset-file.ts";

/** Fixed, so that equal sources give an equal zip. A zip stores local time, so this is local time as well. */
const MODIFIED = new Date(2026, 0, 1);
const LANGUAGES = ["pt_BR", "en", "es"];
const SCRIPTS = ["background.ts", "sign.ts"];
const ICON = "icon-192.png";

/** The files of the browser extension by their path, compiled; null without its sources below `root`. */
export async function extensionFiles(root: string): Promise<ReadonlyMap<string, Bytes> | null> {
  const source = join(root, "clients/link-extension");
  if (!existsSync(source)) return null;
  const read = (path: string): Bytes => new Uint8Array(readFileSync(path));
  const files = new Map([
    ["manifest.json", read(join(source, "manifest.json"))],
    [ICON, read(join(root, "web/public", ICON))],
    ...LANGUAGES.map((language) => {
      const path = `_locales/${language}/messages.json`;
      return [path, read(join(source, path))] as const;
    }),
  ]);
  for (const script of SCRIPTS) {
    const { outputs } = await Bun.build({
      entrypoints: [join(source, script)],
      target: "browser",
      format: "iife",
      // Not minified, because extension stores and users review the code.
      minify: false,
      throw: true,
    });
    const [made] = outputs;
    if (!made) throw new Error(`the bundler gave no ${script}`);
    files.set(script.replace(/ts$/, "js"), new Uint8Array(await made.arrayBuffer()));
  }
  return files;
}

/** The extension as one zip; null without its sources. */
export async function bundleExtension(root: string): Promise<Bytes | null> {
  const files = await extensionFiles(root);
  if (!files) return null;
  const entries = [...files].map(([name, input]) => ({ name, input, lastModified: MODIFIED }));
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}
