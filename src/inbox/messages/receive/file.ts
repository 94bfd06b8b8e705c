import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, relative } from "node:path";
import type { InboundContent, InboundMedia, ReceivedFile } from "#channels/connections/index.ts";
import {
  addMediaFile,
  cleanFileName,
  hasStorageFor,
  isReferenced,
  mediaStoreOf,
  type NewMediaFile,
  newStoredName,
  warnStorageFull,
} from "#channels/media/index.ts";
import { FileWanted } from "#inbox/messages/events.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Job name in the wake-up schedule of companies with files to fetch. */
export const MEDIA_DUE = "media";
/** Pause before the first retry of a missing file. */
const FIRST_RETRY_MS = 60_000;

/** Interval between two checks for free storage, ms. */
export const NO_ROOM_RETRY_MS = 60 * 60_000;

/**
 * Creates the file row of a message; null without a file. The driver has already written the file to the media
 * directory.
 */
export function fileOf(unit: TenantUnit, content: InboundContent): number | null {
  if (content.type === "media") return mediaRow(unit, content.media);
  if (content.type === "location" && content.thumbnail !== null) return previewRow(unit, content.thumbnail);
  return null;
}

function mediaRow(unit: TenantUnit, media: InboundMedia): number {
  const { file, mimeType } = media;
  const common = {
    name: nameOf(media),
    mimeType: mimeOf(mimeType),
    durationSeconds: media.duration,
    waveform: media.waveform ?? null,
    ...media.size,
  };
  if (file.state === "missing") {
    const nextTryAt = unit.now + FIRST_RETRY_MS;
    unit.scheduleWake(MEDIA_DUE, nextTryAt);
    const id = addMediaFile(unit, {
      ...common,
      state: "pending",
      handle: file.handle,
      nextTryAt,
    });
    if (file.fresh) unit.emit(FileWanted, { fileId: id });
    return id;
  }
  const path = storedPath(unit, file.path);
  if (!isReferenced(unit, path) && !hasStorageFor(unit.tenant, file.size))
    return withoutRoom(unit, common, file);
  return addMediaFile(unit, { ...common, path, size: file.size, sha256: file.sha256 });
}

/** Stores the file row as `no_room`: the message is stored without the file, which can be fetched later. */
function withoutRoom(unit: TenantUnit, common: NewMediaFile, { path, size, handle }: ReceivedFile): number {
  const nextTryAt = unit.now + NO_ROOM_RETRY_MS;
  unit.scheduleWake(MEDIA_DUE, nextTryAt);
  warnStorageFull(unit);
  const { tenant } = unit;
  unit.afterCommit(() => {
    rm(path, { force: true }).catch((error: unknown) =>
      tenant.log.warn(
        { file: basename(path), err: error },
        "received file not stored for lack of space, and not deleted from disk either; delete it by hand",
      ),
    );
  });
  return addMediaFile(unit, { ...common, state: "no_room", size, handle: handle ?? null, nextTryAt });
}

/** Returns the path relative to the media directory. Throws when a driver wrote the file elsewhere. */
export function storedPath(unit: Pick<TenantUnit, "tenant">, path: string): string {
  const name = relative(unit.tenant.mediaDirectory, path);
  if (name.startsWith("..") || isAbsolute(name)) throw new Error("file outside the media directory");
  return name;
}

const TYPE = /^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,63}$/;

/**
 * Removes parameters of a MIME type (`audio/ogg; codecs=opus`). A file with an invalid declared type must still be
 * served.
 */
function mimeOf(mimeType: string): string {
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return TYPE.test(type) ? type : "application/octet-stream";
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "application/pdf": "pdf",
};

function nameOf({ fileName, kind, mimeType }: InboundMedia): string {
  if (fileName) return cleanFileName(fileName);
  const extension = EXTENSIONS[mimeOf(mimeType)];
  const stem = kind === "application" ? "file" : kind;
  return extension ? `${stem}.${extension}` : stem;
}

/** Stores a map preview (a few kilobytes); it is written after the commit. */
function previewRow(unit: TenantUnit, base64: string): number | null {
  const bytes = Buffer.from(base64, "base64");
  if (!hasStorageFor(unit.tenant, bytes.length)) return null;
  const name = newStoredName("jpg", unit.now);
  const path = mediaStoreOf(unit.tenant).pathOf(name);
  const { tenant } = unit;
  unit.afterCommit(() => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes, { mode: 0o600 });
    } catch (error) {
      tenant.log.warn(
        { file: name, err: error },
        "map preview of a location not stored; its message has none",
      );
    }
  });
  return addMediaFile(unit, {
    path: name,
    name: `location${extname(name)}`,
    mimeType: "image/jpeg",
    size: bytes.length,
    sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
  });
}
