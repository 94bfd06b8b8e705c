import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../../..");
const pages = join(root, "docs/rules");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** A rule that a file cites: `docs/rules/{page}#{anchor}`; `anchor` is empty for a whole page. */
export type Citation = { readonly file: string; readonly page: string; readonly anchor: string };

/** Files of the repository that people wrote, as paths from its root; generated ones and dependencies left out. */
export function writtenFiles(): readonly string[] {
  const folders = ["src", "web", "simulator", "test", "bench", "scripts", "docs", "migrations"];
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|css|sql|md|json|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  return [...inFolders, "README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter(
    (path) => !path.includes("node_modules"),
  );
}

/** The anchor that GitHub generates for a heading. */
const slug = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const anchorsOf = (text: string) =>
  new Set([
    ...[...text.matchAll(/^#{2,6} (.+)$/gm)].map(([, heading]) => slug(heading ?? "")),
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? ""),
  ]);

/** The anchors of every page of `docs/rules`, and every citation of one in the repository. */
export function readRules(): {
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly citations: readonly Citation[];
} {
  const anchors = new Map(
    readdirSync(pages).map((page) => [page, anchorsOf(read(`docs/rules/${page}`))] as const),
  );
  const citations = writtenFiles().flatMap((file) => {
    const text = read(file);
    const full = text.matchAll(/docs\/rules\/([a-z-]+\.md)(?:#([a-z0-9-]+))?/g);
    const links = file.startsWith("docs/rules/")
      ? text.matchAll(/\]\(([a-z-]*\.?m?d?)(?:#([a-z0-9-]+))?\)/g)
      : [];
    const here = file.split("/").at(-1) ?? "";
    return [
      ...[...full].map((found) => ({ file, page: found[1] ?? "", anchor: found[2] ?? "" })),
      ...[...links].map((found) => ({ file, page: found[1] || here, anchor: found[2] ?? "" })),
    ];
  });
  return { anchors, citations };
}
