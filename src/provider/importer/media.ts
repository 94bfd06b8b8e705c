import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve, sep } from "node:path";
import { addMediaFile, type ExaminedFile, examineFile, mediaStoreOf } from "#channels/media/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./importer.sql.ts";
import type { Refs } from "./refs.ts";
import type { ImportReport } from "./report.ts";

/** A file of the old media folder after it was copied to the company. */
interface Copied {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly found: ExaminedFile;
}

/** Files copied at the same time. */
const AT_ONCE = 4;

/** The name of a file below the old system's `public` folder, from its URL or path. */
export const fileNameOf = (mediaUrl: string): string => {
  const path = mediaUrl.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");
  const name = path.replace(/^.*\/public\//, "").replace(/^\/+/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

interface MediaOptions {
  /** The old system's folder of files; null when it was not given. */
  readonly folder: string | null;
  /** Number of the company in the old system. */
  readonly company: string;
  readonly refs: Refs;
  readonly files: ImportReport["files"];
}

/** Copies the files of a dump's messages, for one company. */
export class Media {
  readonly #tenant: Tenant;
  readonly #options: MediaOptions;
  readonly #store: ReturnType<typeof mediaStoreOf>;
  /** Files of this batch by name; null = not in the folder. */
  readonly #ready = new Map<string, Copied | null>();
  /** Files of this batch by hash: two files with equal bytes may be copied at the same time. */
  readonly #arriving = new Map<string, Promise<string>>();

  constructor(tenant: Tenant, options: MediaOptions) {
    this.#tenant = tenant;
    this.#options = options;
    this.#store = mediaStoreOf(tenant);
  }

  /** Copies files that are not copied yet; files with equal bytes are stored once. */
  async prepare(names: readonly (string | null | undefined)[]): Promise<void> {
    this.#ready.clear();
    this.#arriving.clear();
    const wanted = [...new Set(names.flatMap((name) => (name ? [fileNameOf(name)] : [])))];
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(
        wanted.slice(at, at + AT_ONCE).map(async (name) => this.#ready.set(name, await this.#copy(name))),
      );
  }

  /** Inserts a row for a prepared file; null when it is not in the folder. */
  attach(unit: TenantUnit, mediaUrl: string): { readonly id: number; readonly found: ExaminedFile } | null {
    const copied = this.#ready.get(fileNameOf(mediaUrl));
    if (!copied) return null;
    const { refs } = this.#options;
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
  }

  /** Inserts a row for a missing file; returns its id. */
  missing(unit: TenantUnit, mediaUrl: string): number {
    this.#options.files.missing += 1;
    return addMediaFile(unit, { state: "missing", name: basename(fileNameOf(mediaUrl)).slice(0, 120) });
  }

  async #copy(name: string): Promise<Copied | null> {
    const { refs, files } = this.#options;
    const path = await this.#find(name);
    if (path === null) return null;
    const found = await examineFile(path, basename(name));
    const incoming = await this.#store.receive(createReadStream(path));
    const { size, sha256 } = incoming;
    const known = refs.find("sha256", sha256);
    const twin =
      (known && queryOne(this.#tenant.db, sql.pathOf, { id: known.id })?.path) ??
      (await this.#arriving.get(sha256));
    if (twin !== undefined) {
      await this.#store.discard(incoming);
      files.shared += 1;
      return { path: twin, size, sha256, found };
    }
    const now = this.#tenant.clock.now();
    const adopted = this.#store.adopt(incoming, found.extension, now).then(({ name }) => name);
    this.#arriving.set(sha256, adopted);
    files.copied += 1;
    files.bytes += size;
    return { path: await adopted, size, sha256, found };
  }

  /** The path of a file: old versions have one folder for all companies, newer ones a folder per company. */
  async #find(name: string): Promise<string | null> {
    const { folder, company } = this.#options;
    if (folder === null) return null;
    const root = resolve(folder);
    const candidates = [
      name,
      `company${company}/${name}`,
      `company${company}/${basename(name)}`,
      basename(name),
    ];
    for (const candidate of candidates) {
      const path = resolve(root, candidate);
      if (!path.startsWith(root + sep)) continue;
      // A row must not refer to files of another company.
      const owner = /^company(\d+)\//.exec(path.slice(root.length + 1).replaceAll(sep, "/"))?.[1];
      if (company !== "" && owner !== undefined && owner !== company) continue;
      if (await isFile(path)) return path;
    }
    return null;
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
