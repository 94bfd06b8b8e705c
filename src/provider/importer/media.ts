import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve, sep } from "node:path";
import { addMediaFile, type ExaminedFile, examineFile, mediaStoreOf } from "#channels/media/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./media.sql.ts";
import type { Refs } from "./refs.ts";
import type { ImportReport } from "./report.ts";

/** A file of the old media folder after it was copied to the company. */
interface Copied {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly found: ExaminedFile;
}

/** The files that messages of a dump name. */
export interface Media {
  /** Copies files that are not copied yet; equal bytes are stored once. */
  prepare(names: readonly (string | null | undefined)[]): Promise<void>;
  /** A row for a prepared file; null when it is not in the folder. */
  attach(unit: TenantUnit, name: string): { readonly id: number; readonly found: ExaminedFile } | null;
  /** A media row for a missing file. */
  missing(unit: TenantUnit, name: string): number;
}

const AT_ONCE = 4;

/** What an address or path of the old system calls the file below its `public` folder. */
export const fileNameOf = (mediaUrl: string): string => {
  const path = mediaUrl.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");
  const name = path.replace(/^.*\/public\//, "").replace(/^\/+/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** The folder of the old system's files, for one company. `company`: its number there. */
export function createMedia(
  tenant: Tenant,
  options: {
    readonly folder: string | null;
    readonly company: string;
    readonly refs: Refs;
    readonly files: ImportReport["files"];
  },
): Media {
  const { folder, company, refs, files } = options;
  const store = mediaStoreOf(tenant);
  const ready = new Map<string, Copied | null>();
  /** Files of this batch by their bytes: two of the same may arrive at once. */
  const arriving = new Map<string, Promise<string>>();

  /** Old versions lay all files in one folder, newer ones in one per company. */
  const find = async (name: string): Promise<string | null> => {
    if (folder === null) return null;
    const root = resolve(folder);
    const places = [name, `company${company}/${name}`, `company${company}/${basename(name)}`, basename(name)];
    for (const place of places) {
      const path = resolve(root, place);
      if (!path.startsWith(root + sep)) continue;
      // A row must not refer to files of another company.
      const owner = /^company(\d+)\//.exec(path.slice(root.length + 1).replaceAll(sep, "/"))?.[1];
      if (company !== "" && owner !== undefined && owner !== company) continue;
      if (
        await stat(path).then(
          (found) => found.isFile(),
          () => false,
        )
      )
        return path;
    }
    return null;
  };

  const copy = async (name: string): Promise<Copied | null> => {
    const path = await find(name);
    if (path === null) return null;
    const found = await examineFile(path, basename(name));
    const incoming = await store.receive(createReadStream(path));
    const { size, sha256 } = incoming;
    const here = refs.find("sha256", sha256);
    const twin =
      (here && queryOne(tenant.db, sql.pathOf, { id: here.id })?.path) ?? (await arriving.get(sha256));
    if (twin !== undefined) {
      await store.discard(incoming);
      files.shared += 1;
      return { path: twin, size, sha256, found };
    }
    const adopted = store.adopt(incoming, found.extension, tenant.clock.now()).then(({ name }) => name);
    arriving.set(sha256, adopted);
    files.copied += 1;
    files.bytes += size;
    return { path: await adopted, size, sha256, found };
  };

  return {
    async prepare(names) {
      ready.clear();
      arriving.clear();
      const wanted = [...new Set(names.flatMap((name) => (name ? [fileNameOf(name)] : [])))];
      for (let at = 0; at < wanted.length; at += AT_ONCE)
        await Promise.all(
          wanted.slice(at, at + AT_ONCE).map(async (name) => ready.set(name, await copy(name))),
        );
    },
    attach(unit, mediaUrl) {
      const copied = ready.get(fileNameOf(mediaUrl));
      if (!copied) return null;
      const { path, size, sha256, found } = copied;
      const id = addMediaFile(unit, {
        path,
        size,
        sha256,
        name: found.fileName,
        mimeType: found.mimeType,
        width: found.picture?.width ?? null,
        height: found.picture?.height ?? null,
      });
      if (!refs.find("sha256", sha256)) refs.keep("sha256", sha256, id, "");
      return { id, found };
    },
    missing(unit, mediaUrl) {
      files.missing += 1;
      return addMediaFile(unit, { state: "missing", name: basename(fileNameOf(mediaUrl)).slice(0, 120) });
    },
  };
}
