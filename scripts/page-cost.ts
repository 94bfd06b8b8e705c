import { type AssetFile, compressTo, variantOf } from "#platform/http/web-files/asset-file.ts";
import type { WebBundle } from "#platform/http/web-files/bundle-web.ts";

/** The files a browser with an empty cache loads before a page can be used, without calls of the API. */
export interface PageCost {
  readonly requests: number;
  /** Bytes on the wire, gzip. */
  readonly bytes: number;
}

/** Texts that every first page needs, including the ticket page. */
const TEXTS = "web/app/first-texts/pt.ts";

const textOf = (file: AssetFile) => new TextDecoder().decode(variantOf(file, "identity"));

/**
 * Counts the HTML, the style sheet it names, the first chunk, the lazy chunk of `page` (a source such as
 * `web/inbox/tickets/page.tsx`) with everything they import, and the Portuguese texts.
 */
export function pageCost({ files, outputs }: WebBundle, page: string): PageCost {
  const chunks = new Set<string>();
  const load = (chunk: string): void => {
    if (chunks.has(chunk) || !chunk.endsWith(".js")) return;
    chunks.add(chunk);
    for (const { path, kind } of outputs[chunk]?.imports ?? []) if (kind !== "dynamic-import") load(path);
  };
  const entries = ["web/index.html", page, TEXTS];
  for (const [chunk, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && entries.includes(entryPoint)) load(chunk);
  }
  const addresses = new Set([...chunks].map((chunk) => `/${chunk.replace(/^\.?\//, "")}`));
  const html = files.find(({ path }) => path === "/index.html");
  const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(html ? textOf(html) : "") ?? [];
  const loaded = files.filter((file) => file === html || file.path === sheet || addresses.has(file.path));
  const sizes = loaded.map((file) => compressTo("gzip", variantOf(file, "identity"), "release").length);
  return { requests: loaded.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
