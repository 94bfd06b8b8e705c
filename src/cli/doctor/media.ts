import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { mediaFiles } from "#operations/backups/index.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** A file exists shortly before its row; younger files are not checked, ms. */
const YOUNG_MS = 60 * 60_000;

/** Files without a row, and rows without their file. */
export function* media(db: Sqlite, directory: string, company: number, nowMs: number): Generator<Finding> {
  const finding = findingsOf("media", company);
  const folder = join(directory, "media");
  const named = db.prepare("SELECT 1 FROM media_file WHERE path = ?");
  const strays: string[] = [];
  let bytes = 0;
  for (const { name, path, size } of mediaFiles(folder)) {
    // A recording has a converted file beside it.
    if (named.get(name) || (name.endsWith(".ogg") && named.get(name.slice(0, -4)))) continue;
    if (nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) < YOUNG_MS) continue;
    strays.push(path);
    bytes += size;
  }
  if (strays[0] !== undefined)
    yield finding(
      "warning",
      `${strays.length} files (${(bytes / 1e6).toFixed(1)} MB) belong to no message, the first is ${strays[0]}`,
      "no user can open them; the server removes them within three nights",
    );
  const stored = db.prepare("SELECT path FROM media_file WHERE state = 'stored' AND path IS NOT NULL");
  const gone = (stored.all() as { path: string }[])
    .map(({ path }) => path)
    // Checked again: both may have been deleted meanwhile, the row first.
    .filter((path) => !existsSync(join(folder, path)) && named.get(path));
  if (gone[0] !== undefined)
    yield finding(
      "warning",
      `${gone.length} files of messages are missing, the first is ${join(folder, gone[0])}`,
      `copy them from a backup: balcao backup verify checks it, balcao restore --company ${company} restores the company`,
    );
}
