import type { CompanyManifest } from "#backups/archive/manifest.ts";
import type { BackUpResult } from "#backups/back-up.ts";
import type { Config } from "#config.ts";

/** The word of the command line that works on archives apart from the server. */
export const ARCHIVE_WORK = "archive-work";

/** What the server asks of the program started once more; it travels by standard input, secrets included. */
export type Task =
  | { readonly kind: "backup"; readonly config: Config; readonly nowMs: number }
  | {
      readonly kind: "export";
      readonly config: Config;
      readonly nowMs: number;
      readonly id: number;
      readonly path: string;
      readonly passphrase: string;
    };

/** What comes back, one line each. */
export type Told =
  | { readonly progress: { readonly done: number; readonly total: number } }
  | { readonly backedUp: BackUpResult }
  | { readonly exported: Pick<CompanyManifest, "media"> }
  | { readonly failed: string };
