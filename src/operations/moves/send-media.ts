import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { mediaFiles, storedMedia } from "#operations/backups/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { MoveLink } from "./link.ts";
import { MoveRefused } from "./refusals.ts";

/** Names of the media that the target has. They never change. */
export type SentMedia = Set<string>;

/**
 * Sends the media on this disk that the target lacks; `isComplete`: also those that are only in the storage of media. They are
 * sent one by one, so the memory does not depend on their size.
 */
export async function sendMedia(
  { dataDirectory, media }: Installation,
  {
    companyId,
    link,
    sent,
    signal,
  }: {
    readonly companyId: number;
    readonly link: MoveLink;
    readonly sent: SentMedia;
    readonly signal: AbortSignal;
  },
  isComplete: boolean,
): Promise<number> {
  let bytes = 0;
  const send = async (name: string, path: string, size: number) => {
    signal.throwIfAborted();
    await link("media", { query: { file: name, size: String(size) }, body: () => Bun.file(path) });
    sent.add(name);
    bytes += size;
  };
  const directory = companyDirectory(dataDirectory, companyId);
  for (const { name, path, size } of mediaFiles(join(directory, "media"), "", (known) => sent.has(known)))
    await send(name, path, size);
  if (!media || !isComplete) return bytes;
  const work = join(dataDirectory, "media-work", `move-${companyId}`);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const leftOut = { missing: 0, away: 0, reason: null };
  try {
    const database = join(directory, "company.sqlite");
    const done = new Set(sent);
    for await (const file of storedMedia({ id: companyId, database, work, storage: media, done, leftOut }))
      if ("path" in file) await send(file.name, file.path, file.size);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (leftOut.away > 0) throw new MoveRefused("media_away");
  return bytes;
}
