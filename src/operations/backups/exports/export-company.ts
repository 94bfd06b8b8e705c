import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyCompany } from "#operations/backups/archive/copy-company.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { CompanyManifest } from "#operations/backups/archive/manifest.ts";
import { fingerprint, MIN_PASSPHRASE, wrapKey } from "#operations/backups/archive/passphrase.ts";
import type { MediaStorage } from "#operations/backups/archive/stored-media.ts";
import { companyRows, withSystem } from "#operations/backups/archive/system-rows.ts";
import { createTar } from "#operations/backups/archive/tar.ts";
import { createSecrets, type Secrets } from "#platform/crypto/secrets.ts";
import { randomCode } from "#platform/ids.ts";

export interface ExportOptions {
  readonly dataDirectory: string;
  readonly id: number;
  /** Path of the archive; the file appears there only when it is complete. */
  readonly path: string;
  readonly secrets: Secrets;
  /** Decrypts the archive's secrets where it is imported. */
  readonly passphrase: string;
  /** Where media are also stored; null = on this machine alone. */
  readonly media?: MediaStorage | null;
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Exports one company into one file, also while it is in use. Its secrets and the keys of its numbers are encrypted with a key
 * created for the archive, and that key with the passphrase: the installation key is not exported. Throws BackupError.
 */
export async function exportCompany(options: ExportOptions): Promise<CompanyManifest> {
  const { dataDirectory, id, path, secrets, passphrase, media, now, onProgress } = options;
  if (passphrase.length < MIN_PASSPHRASE)
    throw new BackupError(`the passphrase must have at least ${MIN_PASSPHRASE} characters`);
  const work = join(dirname(path), `export-${randomCode(8)}`);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const part = join(work, "archive.tar");
  const archiveKey = randomCode(32);
  const archiveSecrets = createSecrets(archiveKey);
  const tar = await createTar(part, now());
  try {
    const manifest = await copyCompany({
      dataDirectory,
      id,
      rows: withSystem(dataDirectory, (system) => companyRows(system, id)),
      work: join(work, "copy"),
      sink: {
        put: async (name, from) => void (await tar.add(name, from)),
        keep: (file) => tar.add(`media/${file.name}`, file.path),
      },
      key: fingerprint(archiveSecrets),
      wrappedKey: wrapKey(archiveKey, passphrase),
      reseal: { from: secrets, to: archiveSecrets },
      media,
      onLeftOut({ away, reason }) {
        // An import of this export would lack these files, so the export fails. Files that are missing everywhere do
        // not fail it, because a later export would lack them as well.
        if (away > 0) throw new BackupError(`${away} media files could not be fetched: ${reason}`);
      },
      now,
      ...(onProgress && { onProgress }),
    });
    const file = join(work, "manifest.json");
    await Bun.write(file, JSON.stringify(manifest, null, 1));
    await tar.add("manifest.json", file);
    await tar.end();
    renameSync(part, path);
    return manifest;
  } catch (error) {
    await tar.abort().catch(() => undefined);
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
