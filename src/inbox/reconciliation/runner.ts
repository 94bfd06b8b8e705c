import { notifyAdmins } from "#accounts/notices/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { findConnection } from "#channels/connections/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ReconciliationChanged } from "./events.ts";
import { isNight, LIMITS, pauseBefore } from "./policy.ts";
import { compareChat, nextChat } from "./run-chat.ts";
import * as sql from "./runs.sql.ts";
import type { Run } from "./schema.ts";

/** Runs the comparisons of all companies, at most four in parallel. */
export interface Runner {
  /** Starts the due runs of a company, while fewer than four runs are active. */
  start(tenant: Tenant): void;
  /** Resolves when no run is active; for tests. */
  idle(): Promise<void>;
  /** Stops the active runs after their current request; they continue with the next chat after a restart. */
  stop(): Promise<void>;
}
export const RunnerPort = definePort<Runner>("reconciliation-runner");

/** A run whose session is not open continues after this time, ms. */
const RETRY_MS = 10 * 60_000;

export function createRunner({ clock, log }: Installation): Runner {
  const active = new Map<string, Promise<void>>();
  const waking = new Set<() => void>();
  let isStopped = false;

  /** Resolves to false when the process stops. */
  const pause = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (isStopped) return resolve(false);
      const wake = () => {
        waking.delete(wake);
        cancel();
        resolve(!isStopped);
      };
      const cancel = clock.after(pauseBefore(Math.random()), wake);
      waking.add(wake);
    });

  const begin = (tenant: Tenant, run: Run) => {
    const name = `${tenant.id}/${run.connectionId}`;
    if (isStopped || active.has(name) || active.size >= LIMITS.atOnce) return;
    const release = tenant.keepOpen();
    const ended = carryOut(tenant.base, run, pause)
      .catch((error: unknown) =>
        log.error(
          { company: tenant.id, connection: run.connectionId, err: error },
          "comparison with the phone interrupted by an error; the job continues it",
        ),
      )
      .finally(() => {
        active.delete(name);
        release();
      });
    active.set(name, ended);
  };
  return {
    start(tenant) {
      for (const run of queryAll(tenant.db, sql.openRuns)) if (run.dueAt <= clock.now()) begin(tenant, run);
    },
    async idle() {
      while (active.size > 0) await Promise.all(active.values());
    },
    async stop() {
      isStopped = true;
      for (const wake of [...waking]) wake();
      // Waits at most two seconds: a request may take a minute, and its run continues after the restart anyway.
      await Promise.race([Promise.all(active.values()), Bun.sleep(2000)]);
    },
  };
}

async function carryOut(tenant: Tenant, { id }: Run, pause: () => Promise<boolean>): Promise<void> {
  tenant.write((unit) => {
    const { connectionId, startedAt } = queryOne(unit.db, sql.runById, { id }) ?? {};
    if (connectionId !== undefined && startedAt != null)
      execute(unit.db, sql.resumeChats, { connectionId, runStartedAt: startedAt });
    execute(unit.db, sql.start, { id, now: unit.now });
  });
  for (let isPaused = true; ; ) {
    const run = queryOne(tenant.db, sql.runById, { id });
    if (run?.state !== "running") return;
    const target = nextChat(tenant, run);
    const end = endOf(tenant, run) ?? (target ? null : "done");
    if (end || !target) return finish(tenant, run, end ?? "done");
    if (!isPaused) {
      if (!(await pause())) return;
      // Checks everything again after the pause: the number may have been restricted, or the night may be over.
      isPaused = true;
      continue;
    }
    const outcome = await compareChat({ tenant, run, pause }, target);
    if (outcome === "aborted") return;
    if (outcome === "closed") return postpone(tenant, run);
    // No pause is needed after a chat without a request.
    isPaused = outcome === "nothing";
  }
}

/** The reason why a run ends now; null = it continues. */
function endOf(tenant: Tenant, run: Run): "done" | "silent" | "stopped" | null {
  if (run.silences >= LIMITS.silences) return "silent";
  if (run.asked >= run.mostChats) return "done";
  const connection = findConnection(tenant.db, run.connectionId);
  if (!connection || isHeld(tenant, run.connectionId)) return "stopped";
  if (run.cause === "night" && !isNight(tenant.clock.now(), timeZoneOf(tenant))) return "stopped";
  return null;
}

/** True while the number is restricted; its phone then gets no requests. */
export const isHeld = (tenant: Tenant, connectionId: number): boolean =>
  queryOne(tenant.db, sql.openRestriction, { connectionId }) !== undefined;

function finish(tenant: Tenant, { id, connectionId }: Run, state: "done" | "silent" | "stopped"): void {
  tenant.write((unit) => {
    execute(unit.db, sql.finish, { id, state, now: unit.now });
    const run = queryOne(unit.db, sql.runById, { id });
    const name = findConnection(unit.db, connectionId)?.name ?? "";
    if (run && run.gaps > 0)
      notifyAdmins(unit, {
        code: "gap_found",
        details: { whatsappId: connectionId, name, gaps: run.gaps },
        key: `gap_found:${id}`,
      });
    unit.emit(ReconciliationChanged, { connectionId });
  });
}

function postpone(tenant: Tenant, { id }: Run): void {
  tenant.write((unit) => {
    execute(unit.db, sql.postpone, { id, dueAt: unit.now + RETRY_MS });
    unit.scheduleWake(RECONCILIATION_DUE, unit.now + RETRY_MS);
  });
}

/** Name of the job and of its wake-ups. */
export const RECONCILIATION_DUE = "reconciliation";
