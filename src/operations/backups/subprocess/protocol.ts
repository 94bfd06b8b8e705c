import type { Config } from "#config.ts";
import type { ArchiveProblem } from "#operations/backups/archive/errors.ts";
import type { CompanyManifest } from "#operations/backups/archive/manifest.ts";
import type { ArchiveContent } from "#operations/backups/imports/contract.ts";
import type { BackUpResult } from "#operations/backups/run/back-up.ts";

/** The internal subcommand of the subprocess. */
export const ARCHIVE_COMMAND = "archive-work";

/** A task for the subprocess; sent by standard input, secrets included. */
export type Task =
  | { readonly kind: "backup"; readonly config: Config; readonly nowMs: number }
  | {
      readonly kind: "export";
      readonly config: Config;
      readonly nowMs: number;
      readonly id: number;
      readonly path: string;
      readonly passphrase: string;
    }
  | { readonly kind: "look"; readonly config: Config; readonly nowMs: number; readonly path: string }
  | {
      readonly kind: "import";
      readonly config: Config;
      readonly nowMs: number;
      readonly path: string;
      readonly staging: string;
      readonly passphrase: string;
    };

/** Messages of the subprocess, one JSON line each. */
export type TaskMessage =
  | { readonly progress: { readonly done: number; readonly total: number } }
  | { readonly backedUp: BackUpResult }
  | { readonly exported: Pick<CompanyManifest, "media"> }
  | { readonly content: ArchiveContent }
  | { readonly staged: StagedImport }
  | { readonly failed: string; readonly trouble: ArchiveProblem };

/** A company unpacked from its archive. */
export interface StagedImport {
  readonly manifest: CompanyManifest;
  readonly media: { readonly files: number; readonly bytes: number };
  /** Number of files that differ from the manifest. */
  readonly missing: number;
}
