import type { Config } from "#config.ts";
import type { OwnedCell } from "#platform/cell.ts";
import type { Cells } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Db } from "#platform/db/database.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import type { Bus } from "#platform/events/bus.ts";
import type { Log } from "#platform/log.ts";
import type { Ports } from "#platform/ports.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { SharedRows } from "#platform/shared-rows.ts";
import type { Reserved } from "./reserve.ts";
import type { Company, Tenant, TenantUnit } from "./tenant.ts";

/** The parts of one running Balcão below the features; every tenant, route and job has access to it. */
export interface Installation {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Where a commit must be before its effect may leave the process. */
  readonly durability: Durability;
  readonly ports: Ports;
  readonly bus: Bus<TenantUnit, Tenant>;
  /**
   * As `bus`, for listeners that only broadcast to open pages: skipped while the company has no recent
   * sockets, so that due work in hundreds of companies builds no unused events.
   */
  readonly live: Pick<Bus<TenantUnit, Tenant>, "after">;
  /** system.sqlite: companies, plans, login index. */
  readonly system: Db;
  readonly tenants: Tenants;
  /** Random name of this process, owner of leases. */
  readonly ownerId: string;
  /** The cell that this process owns in a cluster; null on one machine. */
  readonly cell: OwnedCell | null;
  /** The cells of the installation; on one machine there is one. */
  readonly cells: Cells;
  /** The store of the rows that all cells share; null on one machine. */
  readonly sharedRows: SharedRows | null;
  /** The media storage in addition to the data directory; null = none. */
  readonly media: RemoteMedia | null;
}

/** Opens companies lazily and keeps them open while they are used. */
export interface Tenants {
  /** The open tenant; opens (and migrates) it when it is closed. Throws 503 ERR_TENANT_UNAVAILABLE when it cannot be opened. */
  open(companyId: number): Tenant;
  /** Whether a company with this id exists. */
  exists(companyId: number): boolean;
  /** Tenants open right now. */
  openTenants(): Iterable<Tenant>;
  /** Companies whose file has a connection in memory. Reading their rows opens nothing. */
  loadedTenants(): readonly Tenant[];
  /** Wake-ups of all companies whose time has passed; see `WakeSchedule.overdue`. */
  overdueWork(nowMs: number): { readonly wakeUps: number; readonly oldestAt: number | null };
  /**
   * Companies with due work for a job at `nowMs`, oldest first; disabled companies are left out until they are
   * enabled, and held companies until they are resumed, unless the job also runs `whileHeld`.
   */
  dueCompanies(job: string, nowMs: number, whileHeld?: boolean): readonly number[];
  /** Makes a job due in each company when the wall clock was set back since its last run. */
  wakeAfterSetBack(job: string, nowMs: number): void;
  /** Companies that are held after a restore (docs/rules/cluster.md#hold). */
  held(): ReadonlySet<number>;
  /** Schedules the job for many companies in one synced write, before their own writes. */
  scheduleWakes(companyIds: readonly number[], job: string, atMs: number): void;
  /** Schedules work that recurs even when a power cut loses this entry: not synced. */
  scheduleWakeUnsynced(companyId: number, job: string, atMs: number): void;
  /** After a run of the job: schedules its next work at `atMs`; null = none. */
  rescheduleWake(companyId: number, job: string, atMs: number | null): void;
  /** Removes all scheduled work of this company. */
  cancelWakes(companyId: number): void;
  /** Companies that could not be opened, with the reason. */
  quarantined(): ReadonlyMap<number, string>;
  /** Companies that were open when the last process ended without closing them. */
  uncleanShutdowns(): readonly number[];
  /** Closes a damaged company and refuses to open it until `release`, as after a restore. */
  quarantine(companyId: number, reason: string): void;
  /** Rereads the company row after a change (plan, due date, name). */
  refresh(companyId: number): void;
  /**
   * Creates a company: its row, its database and what `complete` writes (synchronous) exist together or not at all, also
   * after a kill. Joins a transaction of the system file that is open; its rollback removes the file. `reserved` covers the
   * name.
   */
  create(company: NewCompany, reserved: Reserved, complete?: (tenant: Tenant) => void): Tenant;
  /** Removes a company whose creation failed: its row and its files. */
  discard(companyId: number): void;
  /**
   * Closes the database of a company even when it is kept open; for a removed company that nothing uses any more.
   */
  release(companyId: number): void;
  /** Closes a company that is being moved to another cell: until `unpause`, `open` throws 503 ERR_NOT_DURABLE. */
  pause(companyId: number): void;
  unpause(companyId: number): void;
  close(): void;
  /**
   * Closes companies idle for longer than `idleMs`, and for longer than `calledMs` (the same, if not given) since
   * the last user activity (`Tenant.noteActivity`); `Tenant.keepOpen` excludes those in use. At most `atMost`, if given; returns
   * how many.
   */
  closeIdle(idleMs: number, options?: { readonly calledMs?: number; readonly atMost?: number }): number;
  /**
   * Trims the memory of at most `atMost` open companies, including those kept open, that were not trimmed for `idleMs`:
   * releases their cached pages, and evicts the databases of companies that were idle for longer than that. Returns how many
   * were evicted.
   */
  trim(idleMs: number, atMost: number): number;
}

export type NewCompany = Omit<
  Company,
  | "id"
  | "createdAt"
  | "plan"
  | "schedules"
  | "trialExpiration"
  | "billingDay"
  | "address"
  | "restoredAt"
  | "resumedAt"
> & {
  readonly id?: number;
  readonly trialExpiration?: string | null;
  readonly billingDay?: number | null;
  readonly schedules?: Company["schedules"];
  readonly planId: number;
};
