import type { Config } from "#config.ts";
import type { Clock } from "#platform/clock.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Db } from "#platform/db/database.ts";
import type { Bus } from "#platform/events/bus.ts";
import type { Log } from "#platform/log.ts";
import type { Ports } from "#platform/ports.ts";
import type { Company, Tenant, TenantUnit } from "./tenant.ts";

/** What one running Balcão is made of, below the features: given to every tenant, route and job. */
export interface Installation {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly ports: Ports;
  readonly bus: Bus<TenantUnit, Tenant>;
  /**
   * As `bus`, for listeners that do nothing but tell open pages: not asked while nobody of the company was here
   * lately, so that hundreds of companies with due work present nothing to nobody.
   */
  readonly live: Pick<Bus<TenantUnit, Tenant>, "after">;
  /** system.sqlite: companies, plans, login index. */
  readonly system: Db;
  readonly tenants: Tenants;
  /** Random name of this process, owner of leases. */
  readonly ownerId: string;
}

/** Opens companies lazily and keeps them open while they are used. */
export interface Tenants {
  /** The open tenant; opens (and migrates) it when asleep. Throws 503 ERR_TENANT_UNAVAILABLE when it cannot be opened. */
  open(companyId: number): Tenant;
  /** True when such a company exists. */
  exists(companyId: number): boolean;
  /** Tenants open right now. */
  openTenants(): Iterable<Tenant>;
  /** Companies whose file has a connection in memory. Reading their rows opens nothing. */
  loadedTenants(): readonly Tenant[];
  /** Wake-ups of all companies whose time has passed; see `WakeSchedule.overdue`. */
  overdueWork(nowMs: number): { readonly wakeUps: number; readonly oldestAt: number | null };
  /** Companies with due work for a job at `nowMs`, oldest first; those that are switched off wait. */
  dueCompanies(job: string, nowMs: number): readonly number[];
  /** These companies are about to have work for this job: one flushed write for all, before their own. */
  scheduleWakes(companyIds: readonly number[], job: string, atMs: number): void;
  /** A company has work that comes again by itself should a power cut take this note: not waited for. */
  scheduleWakeUnsynced(companyId: number, job: string, atMs: number): void;
  /** The job looked: next work at `atMs`, or none. */
  rescheduleWake(companyId: number, job: string, atMs: number | null): void;
  /** Nothing of this company is due any more. */
  cancelWakes(companyId: number): void;
  /** Companies that could not be opened, with the reason. */
  quarantined(): ReadonlyMap<number, string>;
  /** Companies that were open when the last process ended without closing them. */
  uncleanShutdowns(): readonly number[];
  /** Closes a damaged company and opens it no more until `release`, as after a restore. */
  quarantine(companyId: number, reason: string): void;
  /** Rereads the company row after a change (plan, due date, name). */
  refresh(companyId: number): void;
  /**
   * Makes a company: its row, its file and what `complete` writes (synchronous) are there together or not at all, also
   * after a kill. Joins a transaction of the system file that is open; its rollback removes the file.
   */
  create(company: NewCompany, complete?: (tenant: Tenant) => void): Tenant;
  /** Forgets a company that was just made and could not be finished: its row and its files. */
  discard(companyId: number): void;
  /**
   * Closes the file of a company, whatever is held; for one that has been removed and that nothing uses any more.
   */
  release(companyId: number): void;
  close(): void;
  /**
   * Closes companies idle for longer than `idleMs`, and for longer than `calledMs` (the same, if not given) since
   * somebody called (`Tenant.noteActivity`); those in use say so through `Tenant.keepOpen`. At most `atMost`, if given; answers
   * how many.
   */
  closeIdle(idleMs: number, options?: { readonly calledMs?: number; readonly atMost?: number }): number;
  /**
   * Gives back memory of `atMost` open companies, held ones too, that did not for `idleMs`: cached pages, and the
   * prepared statements of those idle for longer than that. Answers for how many of them statements were forgotten.
   */
  trim(idleMs: number, atMost: number): number;
}

export type NewCompany = Omit<
  Company,
  "id" | "createdAt" | "plan" | "schedules" | "trialExpiration" | "billingDay" | "address"
> & {
  readonly id?: number;
  readonly trialExpiration?: string | null;
  readonly billingDay?: number | null;
  readonly schedules?: Company["schedules"];
  readonly planId: number;
};
