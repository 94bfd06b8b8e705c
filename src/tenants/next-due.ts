import { all, type Db, run, together } from "#platform/db/database.ts";
import { onDisk, syncedLater } from "#platform/db/disk.ts";
import { relaxed } from "#platform/db/relaxed.ts";

/** Which company has work due when, kept in the system database so that sleeping companies stay closed. */
export interface DueList {
  /**
   * Job → when (ms); earlier work wins. Committed before the company's own, in one commit for all jobs, so a crash can only
   * wake a company in vain; and on the disk before it, unless `later`: then with `onDisk(system)`, as the company's own.
   */
  record(companyId: number, dues: ReadonlyMap<string, number>, later?: boolean): void;
  /** As `record` for many companies about to write: one commit for all of them. */
  announce(companyIds: readonly number[], job: string, atMs: number): void;
  /** As `record` for what would only be done later if a kill within this turn, or a power cut, took it: not waited for. */
  hint(companyId: number, job: string, atMs: number): void;
  list(job: string, nowMs: number): readonly number[];
  /** What a kill within this turn, or a power cut, takes of it wakes the company in vain: not waited for. */
  settle(companyId: number, job: string, atMs: number | null): void;
  /** Nothing of this company is due any more. */
  forget(companyId: number): void;
  /** Writes what waits for the end of the turn, before the file closes. */
  flush(): void;
}

interface Due {
  readonly companyId: number;
  readonly job: string;
  /** ms. */
  readonly at: number;
}

const SET = `INSERT INTO next_due (company_id, job, at) VALUES (?, ?, ?)
  ON CONFLICT (company_id, job) DO UPDATE SET at = excluded.at`;
const DONE = "DELETE FROM next_due WHERE company_id = ? AND job = ?";

const keyOf = (job: string, companyId: number) => `${job}:${companyId}`;

export function createDueList(system: Db): DueList {
  // What the list says; most writes of a busy company need no second file.
  const known = new Map<string, number>();
  for (const row of all<{ company_id: number; job: string; at: number }>(
    system,
    "SELECT company_id, job, at FROM next_due",
  ))
    known.set(keyOf(row.job, row.company_id), row.at);
  /** What stands in `known` alone, until this turn of the loop ends. */
  const unwritten = new Map<string, { readonly companyId: number; readonly job: string }>();
  /** What is committed and not on the disk yet. */
  const unsynced = new Set<string>();

  const isEarlier = ({ companyId, job, at }: Due) =>
    at < (known.get(keyOf(job, companyId)) ?? Number.POSITIVE_INFINITY);
  const isLoose = (key: string) => unwritten.has(key) || unsynced.has(key);
  const write = (dues: readonly Due[]) => {
    // What only stands in `known` is no promise yet.
    const news = dues
      .filter((due) => isEarlier(due) || isLoose(keyOf(due.job, due.companyId)))
      .map((due) => ({ ...due, at: Math.min(due.at, known.get(keyOf(due.job, due.companyId)) ?? due.at) }));
    if (news.length === 0) return;
    together(system, () => {
      for (const { companyId, job, at } of news) run(system, SET, companyId, job, at);
    });
    for (const { companyId, job, at } of news) {
      known.set(keyOf(job, companyId), at);
      unwritten.delete(keyOf(job, companyId));
    }
  };
  const flush = () => {
    if (!system.$client.open || unwritten.size === 0) return;
    const news = [...unwritten];
    unwritten.clear();
    relaxed(system, () =>
      together(system, () => {
        for (const [key, { companyId, job }] of news) {
          const at = known.get(key);
          if (at === undefined) run(system, DONE, companyId, job);
          else run(system, SET, companyId, job, at);
        }
      }),
    );
  };
  /** Not waited for, and written once for all that one turn of the loop brings. */
  const writeSoon = (companyId: number, job: string, at: number | null) => {
    const key = keyOf(job, companyId);
    if (at === null) known.delete(key);
    else known.set(key, at);
    if (unwritten.size === 0) setImmediate(flush);
    unwritten.set(key, { companyId, job });
  };
  return {
    forget(companyId) {
      for (const key of [...known.keys(), ...unwritten.keys()]) {
        if (!key.endsWith(`:${companyId}`)) continue;
        known.delete(key);
        unwritten.delete(key);
      }
      run(system, "DELETE FROM next_due WHERE company_id = ?", companyId);
    },
    record(companyId, dues, later = false) {
      const wanted = [...dues].map(([job, at]) => ({ companyId, job, at }));
      if (!later) return write(wanted);
      // What is under way to the disk need not go again.
      const news = wanted.filter((due) => isEarlier(due) || unwritten.has(keyOf(due.job, companyId)));
      if (news.length === 0) return;
      syncedLater(system, () => write(news));
      const keys = news.map(({ job }) => keyOf(job, companyId));
      for (const key of keys) unsynced.add(key);
      onDisk(system).then(
        () => {
          for (const key of keys) unsynced.delete(key);
        },
        // Whoever waits for it is told; the next write that relies on it writes it again.
        () => undefined,
      );
    },
    announce: (companyIds, job, at) => write(companyIds.map((companyId) => ({ companyId, job, at }))),
    hint(companyId, job, at) {
      if (isEarlier({ companyId, job, at })) writeSoon(companyId, job, at);
    },
    list(job, nowMs) {
      const found: { id: number; at: number }[] = [];
      for (const [key, at] of known) {
        if (at <= nowMs && key.startsWith(`${job}:`))
          found.push({ id: Number(key.slice(job.length + 1)), at });
      }
      return found.sort((a, b) => a.at - b.at).map((entry) => entry.id);
    },
    settle(companyId, job, at) {
      if (known.get(keyOf(job, companyId)) !== (at ?? undefined)) writeSoon(companyId, job, at);
    },
    flush,
  };
}
