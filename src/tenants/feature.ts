import type { DirectoryKey } from "#platform/cells.ts";
import type { MountCellRule } from "#platform/http/cells/cell-rule.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import type { Job } from "#platform/jobs/define-job.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected, Identity } from "#platform/realtime/hub.ts";
import type { Installation } from "./installation.ts";
import type { AppRoute } from "./route.ts";
import type { ProviderRows, SharedTable } from "./system-tables.ts";
import type { Tenant } from "./tenant.ts";
import type { Viewer } from "./viewer.ts";

/** A path outside `/api` that a feature handles itself (media, webhooks), with its own permission check. */
export interface Mount {
  /** For example `/media/`. */
  readonly prefix: string;
  /** How a request finds its cell (docs/rules/cells.md#requests). */
  readonly cell: MountCellRule;
  readonly handle: (
    installation: Installation,
    request: Request,
    caller: Caller,
  ) => Response | Promise<Response>;
}

/** One feature's wiring; `features.ts` lists them in the order in which they may import each other. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly AppRoute[];
  readonly mounts?: readonly Mount[];
  readonly jobs?: readonly Job<Installation>[];
  /** Tables of the system file with rows of a company (`company_id`): they are deleted when the company is erased. */
  readonly companyTables?: readonly string[];
  /** Tables of the system file with rows of a company that stay when the company is erased. */
  readonly keptCompanyTables?: readonly string[];
  /** Tables of the system file with rows of this cell: no company takes them along, and no other cell has a copy. */
  readonly cellTables?: readonly string[];
  /** Tables of the system file with provider-wide rows (docs/rules/cells.md#shared-rows). */
  readonly sharedTables?: readonly SharedTable[];
  /**
   * The values of a company that the directory must have (docs/rules/cells.md#directory), read from its rows: only those that
   * count, because an index of the system file may be ahead of the company's file after a crash.
   */
  readonly directory?: (tenant: Tenant) => readonly DirectoryKey[];
  /** Rows of the provider's company that the other cells have in their copy of it (docs/rules/cells.md#shared-rows). */
  readonly providerRows?: readonly ProviderRows[];
  /** Subscribes to events (listeners within and after the transaction, broadcasts). */
  readonly listen?: (installation: Installation) => void;
  /** Called for each frame that a live socket sends. */
  readonly onFrame?: (installation: Installation, who: Connected<Viewer>, frame: ClientFrame) => void;
  /** The first socket of a user opened (`sockets` 1), or the last one closed (0). */
  readonly onPresence?: (installation: Installation, who: Identity, sockets: number) => void;
  /** Called after all features listen: resumes work of the last run. */
  readonly start?: (installation: Installation) => void | Promise<void>;
  /** Called in reverse order of the features; resolves when the feature has no running work. */
  readonly stop?: (installation: Installation) => void | Promise<void>;
}

export const defineFeature = (feature: Feature): Feature => feature;
