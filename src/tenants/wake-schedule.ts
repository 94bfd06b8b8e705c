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
   * Job → when (ms); earlier work wins. Committed before the company's own, in one commit for all jobs, so a crash can only
   * open a company needlessly; and synced before it, unless `later`: then with the next sync of the system file, as the company's own.
   */
  record(companyId: number, dues: ReadonlyMap<string, number>, later?: boolean): void;
  /** As `record` for many companies about to write: one commit for all of them. */
  scheduleAll(companyIds: readonly number[], job: string, atMs: number): void;
  /** As `record`, not synced: a kill within this turn or a power cut only delays the work. */
  scheduleUnsynced(companyId: number, job: string, atMs: number): void;
  /** Companies whose wake-up has come, oldest first. */
  dueCompanies(job: string, nowMs: number): readonly number[];
  /**
   * Makes a job due in each company when the wall clock was set back since the last call for it: wake-ups that were stored
   * while it was ahead come too late. Only for jobs whose rows decide what is due, because it may be too early for others.
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
 * Makes every company of a system file without a server due for all jobs: wake-ups that were only in memory at the restored
 * moment are missing in the file. A job without work finds that out and sets its next time.
 */
export const wakeAllCompanies = (system: Db, jobs: readonly string[], atMs: number): void =>
  void execute(system, sql.wakeAll, { jobs: JSON.stringify(jobs), at: atMs });

/** A correction of the wall clock up to this is not noticed, ms. */
const SET_BACK_MS = 5000;

const keyOf = (job: string, companyId: number) => `${job}:${companyId}`;

export function createWakeSchedule(system: Db, durability: Durability): WakeSchedule {
  // The scheduled times; most writes of a busy company then need no write to the system database.
  const known = new Map<string, Map<number, number>>();
  const timeOf = (job: string, companyId: number) => known.get(job)?.get(companyId);
  const note = ({ companyId, job, at }: WakeRow) => {
    const times = known.get(job);
    if (times) times.set(companyId, at);
    else known.set(job, new Map([[companyId, at]]));
  };
  for (const due of queryAll(system, sql.allWakeUps)) note(due);
  /** Changes that are only in `known` until the end of this turn of the event loop. */
  const unwritten = new Map<string, { readonly companyId: number; readonly job: string }>();
  /** Wake-ups that are committed but not synced to disk yet. */
  const unsynced = new Set<string>();

  const isEarlier = ({ companyId, job, at }: WakeRow) =>
    at < (timeOf(job, companyId) ?? Number.POSITIVE_INFINITY);
  const isUnsafe = (key: string) => unwritten.has(key) || unsynced.has(key);
  const write = (dues: readonly WakeRow[]) => {
    // Entries that are only in `known` are not durable yet.
    const news = dues
      .filter((due) => isEarlier(due) || isUnsafe(keyOf(due.job, due.companyId)))
      .map((due) => ({ ...due, at: Math.min(due.at, timeOf(due.job, due.companyId) ?? due.at) }));
    if (news.length === 0) return;
    transaction(system, () => {
      for (const { companyId, job, at } of news) execute(system, sql.setWakeUp, { companyId, job, at });
    });
    for (const due of news) {
      note(due);
      unwritten.delete(keyOf(due.job, due.companyId));
    }
  };
  let isFlushPlanned = false;
  const flush = () => {
    isFlushPlanned = false;
    if (!system.$client.open || unwritten.size === 0) return;
    try {
      withSyncNormal(system, () =>
        transaction(system, () => {
          for (const { companyId, job } of unwritten.values()) {
            const at = timeOf(job, companyId);
            if (at === undefined) execute(system, sql.deleteWakeUp, { companyId, job });
            else execute(system, sql.setWakeUp, { companyId, job, at });
          }
        }),
      );
      unwritten.clear();
    } catch {
      // A full disk: the entries stay in memory and are written with the next flush.
    }
  };
  /** Not synced, and written once for all changes of one turn of the event loop. */
  const writeSoon = (companyId: number, job: string, at: number | null) => {
    if (at === null) known.get(job)?.delete(companyId);
    else note({ companyId, job, at });
    unwritten.set(keyOf(job, companyId), { companyId, job });
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    setImmediate(flush);
  };
  /** The time of the last call for each job, ms. */
  const latestMs = new Map<string, number>();
  return {
    cancelAll(companyId) {
      for (const times of known.values()) times.delete(companyId);
      for (const [key, due] of unwritten) if (due.companyId === companyId) unwritten.delete(key);
      execute(system, sql.deleteWakeUpsOf, { companyId });
    },
    record(companyId, dues, later = false) {
      const wanted = [...dues].map(([job, at]) => ({ companyId, job, at }));
      if (!later) return write(wanted);
      // An entry that is committed and whose sync is under way needs no second write: the caller waits for that sync.
      const news = wanted.filter((due) => isEarlier(due) || unwritten.has(keyOf(due.job, companyId)));
      if (news.length === 0) return;
      withDeferredSync(system, () => write(news));
      const keys = news.map(({ job }) => keyOf(job, companyId));
      for (const key of keys) unsynced.add(key);
      durability.durable(system.$client).then(
        () => {
          for (const key of keys) unsynced.delete(key);
        },
        // Callers that wait for the sync get the error; the next write that relies on it writes it again.
        () => undefined,
      );
    },
    scheduleAll: (companyIds, job, at) => write(companyIds.map((companyId) => ({ companyId, job, at }))),
    scheduleUnsynced(companyId, job, at) {
      if (isEarlier({ companyId, job, at })) writeSoon(companyId, job, at);
    },
    dueCompanies: (job, nowMs) =>
      [...(known.get(job) ?? [])]
        .filter(([, at]) => at <= nowMs)
        .sort(([, a], [, b]) => a - b)
        .map(([id]) => id),
    wakeAfterSetBack(job, nowMs) {
      const isSetBack = nowMs < (latestMs.get(job) ?? nowMs) - SET_BACK_MS;
      latestMs.set(job, nowMs);
      if (!isSetBack) return;
      for (const [companyId, at] of known.get(job) ?? []) if (at > nowMs) writeSoon(companyId, job, nowMs);
    },
    overdue(nowMs) {
      const late = [...known.values()].flatMap((times) => [...times.values()].filter((at) => at <= nowMs));
      return { wakeUps: late.length, oldestAt: late.length === 0 ? null : Math.min(...late) };
    },
    reschedule(companyId, job, at) {
      if (timeOf(job, companyId) !== (at ?? undefined)) writeSoon(companyId, job, at);
    },
    flush,
  };
}
