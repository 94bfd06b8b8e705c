import { type Db, transaction } from "#platform/db/database.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { WakeRow } from "./wake-schedule.sql.ts";
import * as sql from "./wake-schedule.sql.ts";

/**
 * Wake-ups of all companies by job, in the system database, so that closed companies need not be opened to find due
 * work.
 */
export interface WakeSchedule {
  /**
   * Stores wake-up times (job → ms); an earlier stored time stays. All jobs share one commit, made before the commit of the
   * company, so that a crash can only open a company needlessly. It is also synced before that commit; with `later` it is
   * synced with the next sync of the system file.
   */
  record(companyId: number, dues: ReadonlyMap<string, number>, later?: boolean): void;
  /** As `record` for many companies about to write: one commit for all of them. */
  scheduleAll(companyIds: readonly number[], job: string, atMs: number): void;
  /** As `record`, not synced: a kill within this turn or a power cut only delays the work. */
  scheduleUnsynced(companyId: number, job: string, atMs: number): void;
  /** Companies whose wake-up has come, oldest first. */
  dueCompanies(job: string, nowMs: number): readonly number[];
  /**
   * Makes a job due in each company when the wall clock was set back since the last call for this job, because wake-ups that
   * were stored while the clock was ahead come too late. Only for jobs that read from the rows what is due; other jobs would
   * run too early.
   */
  wakeAfterSetBack(job: string, nowMs: number): void;
  /** Number of wake-ups whose time has passed, and the earliest of these times (ms, null without any). For metrics. */
  overdue(nowMs: number): { readonly wakeUps: number; readonly oldestAt: number | null };
  /** Not synced: after a kill within this turn or a power cut the company is only opened needlessly. */
  reschedule(companyId: number, job: string, atMs: number | null): void;
  /** Removes all scheduled work of this company. */
  cancelAll(companyId: number): void;
  /** Writes the changes that wait for the end of the turn; called before the file closes. */
  flush(): void;
}

/**
 * Makes every company of a system file without a server due for all jobs, because wake-ups that were only in memory at the
 * restored moment are missing in the file. A job that finds no work sets its next time.
 */
export const wakeAllCompanies = (system: Db, jobs: readonly string[], atMs: number): void =>
  void execute(system, sql.wakeAll, { jobs: JSON.stringify(jobs), at: atMs });

/** The wall clock counts as set back when it moved back by more than this, ms. */
const SET_BACK_MS = 5000;

const keyOf = (job: string, companyId: number) => `${job}:${companyId}`;

export const createWakeSchedule = (system: Db, durability: Durability): WakeSchedule =>
  new StoredWakeSchedule(system, durability);

class StoredWakeSchedule implements WakeSchedule {
  readonly #system: Db;
  readonly #durability: Durability;
  /** Copy of the stored wake-up times: a time that does not change needs no write to the system database. */
  readonly #known = new Map<string, Map<number, number>>();
  /** Changes that are only in `#known` until the end of this turn of the event loop. */
  readonly #unwritten = new Map<string, { readonly companyId: number; readonly job: string }>();
  /** Wake-ups that are committed but not synced to disk yet. */
  readonly #unsynced = new Set<string>();
  /** The time of the last call of `wakeAfterSetBack` for each job, ms. */
  readonly #latestMs = new Map<string, number>();
  #isFlushPlanned = false;

  constructor(system: Db, durability: Durability) {
    this.#system = system;
    this.#durability = durability;
    for (const due of queryAll(system, sql.allWakeUps)) this.#note(due);
  }

  record(companyId: number, dues: ReadonlyMap<string, number>, later = false): void {
    const wanted = [...dues].map(([job, at]) => ({ companyId, job, at }));
    if (!later) {
      this.#write(wanted);
      return;
    }
    // An entry that is committed and being synced needs no second write, because the caller waits for that sync.
    const news = wanted.filter(
      (due) => this.#isEarlier(due) || this.#unwritten.has(keyOf(due.job, companyId)),
    );
    if (news.length === 0) return;
    withDeferredSync(this.#system, () => this.#write(news));
    this.#trackSync(news.map(({ job }) => keyOf(job, companyId)));
  }

  scheduleAll(companyIds: readonly number[], job: string, at: number): void {
    this.#write(companyIds.map((companyId) => ({ companyId, job, at })));
  }

  scheduleUnsynced(companyId: number, job: string, at: number): void {
    if (this.#isEarlier({ companyId, job, at })) this.#writeSoon(companyId, job, at);
  }

  dueCompanies(job: string, nowMs: number): readonly number[] {
    return [...(this.#known.get(job) ?? [])]
      .filter(([, at]) => at <= nowMs)
      .sort(([, a], [, b]) => a - b)
      .map(([id]) => id);
  }

  wakeAfterSetBack(job: string, nowMs: number): void {
    const isSetBack = nowMs < (this.#latestMs.get(job) ?? nowMs) - SET_BACK_MS;
    this.#latestMs.set(job, nowMs);
    if (!isSetBack) return;
    for (const [companyId, at] of this.#known.get(job) ?? [])
      if (at > nowMs) this.#writeSoon(companyId, job, nowMs);
  }

  overdue(nowMs: number): { readonly wakeUps: number; readonly oldestAt: number | null } {
    const late = [...this.#known.values()].flatMap((times) =>
      [...times.values()].filter((at) => at <= nowMs),
    );
    return { wakeUps: late.length, oldestAt: late.length === 0 ? null : Math.min(...late) };
  }

  reschedule(companyId: number, job: string, at: number | null): void {
    if (this.#timeOf(job, companyId) !== (at ?? undefined)) this.#writeSoon(companyId, job, at);
  }

  cancelAll(companyId: number): void {
    for (const times of this.#known.values()) times.delete(companyId);
    for (const [key, due] of this.#unwritten) if (due.companyId === companyId) this.#unwritten.delete(key);
    execute(this.#system, sql.deleteWakeUpsOf, { companyId });
  }

  flush(): void {
    this.#isFlushPlanned = false;
    if (!this.#system.$client.open || this.#unwritten.size === 0) return;
    try {
      withSyncNormal(this.#system, () => transaction(this.#system, () => this.#writeUnwritten()));
      this.#unwritten.clear();
    } catch {
      // A full disk: the entries stay in memory and are written with the next flush.
    }
  }

  #writeUnwritten(): void {
    for (const { companyId, job } of this.#unwritten.values()) {
      const at = this.#timeOf(job, companyId);
      if (at === undefined) execute(this.#system, sql.deleteWakeUp, { companyId, job });
      else execute(this.#system, sql.setWakeUp, { companyId, job, at });
    }
  }

  /** Not synced, and written once for all changes of one turn of the event loop. */
  #writeSoon(companyId: number, job: string, at: number | null): void {
    if (at === null) this.#known.get(job)?.delete(companyId);
    else this.#note({ companyId, job, at });
    this.#unwritten.set(keyOf(job, companyId), { companyId, job });
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => this.flush());
  }

  #write(dues: readonly WakeRow[]): void {
    // Entries that are only in `#known` are not durable yet.
    const news = dues
      .filter((due) => this.#isEarlier(due) || this.#isUnsafe(keyOf(due.job, due.companyId)))
      .map((due) => ({ ...due, at: Math.min(due.at, this.#timeOf(due.job, due.companyId) ?? due.at) }));
    if (news.length === 0) return;
    transaction(this.#system, () => {
      for (const { companyId, job, at } of news) execute(this.#system, sql.setWakeUp, { companyId, job, at });
    });
    for (const due of news) {
      this.#note(due);
      this.#unwritten.delete(keyOf(due.job, due.companyId));
    }
  }

  #trackSync(keys: readonly string[]): void {
    for (const key of keys) this.#unsynced.add(key);
    this.#durability.durable(this.#system.$client).then(
      () => {
        for (const key of keys) this.#unsynced.delete(key);
      },
      // Callers that wait for the sync get the error. The entries stay unsynced, so the next write that relies on them writes
      // them again.
      () => undefined,
    );
  }

  #note({ companyId, job, at }: WakeRow): void {
    const times = this.#known.get(job);
    if (times) times.set(companyId, at);
    else this.#known.set(job, new Map([[companyId, at]]));
  }

  #timeOf(job: string, companyId: number): number | undefined {
    return this.#known.get(job)?.get(companyId);
  }

  #isEarlier({ companyId, job, at }: WakeRow): boolean {
    return at < (this.#timeOf(job, companyId) ?? Number.POSITIVE_INFINITY);
  }

  #isUnsafe(key: string): boolean {
    return this.#unwritten.has(key) || this.#unsynced.has(key);
  }
}
