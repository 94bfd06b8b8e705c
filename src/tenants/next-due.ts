import { all, type Db, run } from "#platform/db/database.ts";

/** Which company has work due when, kept in the system database so that sleeping companies stay closed. */
export interface DueList {
  /** Earlier work wins; written before the company's own commit, so a crash can only wake a company in vain. */
  record(companyId: number, job: string, atMs: number): void;
  list(job: string, nowMs: number): readonly number[];
  settle(companyId: number, job: string, atMs: number | null): void;
  /** Nothing of this company is due any more. */
  forget(companyId: number): void;
}

export function createDueList(system: Db): DueList {
  // What is already written: most writes of a busy company need no second file.
  const known = new Map<string, number>();
  for (const row of all<{ company_id: number; job: string; at: number }>(
    system,
    "SELECT company_id, job, at FROM next_due",
  ))
    known.set(`${row.job}:${row.company_id}`, row.at);
  return {
    forget(companyId) {
      for (const key of [...known.keys()]) if (key.endsWith(`:${companyId}`)) known.delete(key);
      run(system, "DELETE FROM next_due WHERE company_id = ?", companyId);
    },
    record(companyId, job, atMs) {
      const key = `${job}:${companyId}`;
      if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= atMs) return;
      run(
        system,
        `INSERT INTO next_due (company_id, job, at) VALUES (?, ?, ?)
         ON CONFLICT (company_id, job) DO UPDATE SET at = min(at, excluded.at)`,
        companyId,
        job,
        atMs,
      );
      known.set(key, atMs);
    },
    list(job, nowMs) {
      const found: { id: number; at: number }[] = [];
      for (const [key, at] of known) {
        if (at <= nowMs && key.startsWith(`${job}:`))
          found.push({ id: Number(key.slice(job.length + 1)), at });
      }
      return found.sort((a, b) => a.at - b.at).map((entry) => entry.id);
    },
    settle(companyId, job, atMs) {
      const key = `${job}:${companyId}`;
      if (atMs === null) {
        if (!known.delete(key)) return;
        run(system, "DELETE FROM next_due WHERE company_id = ? AND job = ?", companyId, job);
        return;
      }
      if (known.get(key) === atMs) return;
      run(
        system,
        `INSERT INTO next_due (company_id, job, at) VALUES (?, ?, ?)
         ON CONFLICT (company_id, job) DO UPDATE SET at = excluded.at`,
        companyId,
        job,
        atMs,
      );
      known.set(key, atMs);
    },
  };
}
