import type { Delivery } from "#automation/integrations/schema.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { act } from "./act.ts";
import { attempt } from "./attempt.ts";
import { dueDeliveries, nextDue } from "./rows.ts";
import type { Runner } from "./runner-port.ts";

/** Maximum concurrent deliveries per integration: one that hangs delays only itself. */
const PER_INTEGRATION = 8;
const SLICE = 64;
/** Later deliveries are found by the job, ms. */
const NEAR_MS = 60_000;

interface Busy {
  readonly rows: Set<number>;
  readonly perIntegration: Map<number, number>;
  /** Cancels the timer of the next due delivery. */
  alarm?: (() => void) | undefined;
}

/**
 * One lane per ticket and integration: the next delivery starts when the previous one and its steps are finished.
 * Calls run concurrently; their results are stored in one transaction each, so a crash repeats a call, but never an
 * answer.
 */
export function createRunner(): Runner {
  const waiting = new Set<Tenant>();
  const busy = new Map<Tenant, Busy>();
  const underWay = new Set<Promise<void>>();
  let scheduled = false;
  let stopped = false;

  const busyOf = (tenant: Tenant): Busy => {
    const known = busy.get(tenant) ?? { rows: new Set<number>(), perIntegration: new Map<number, number>() };
    busy.set(tenant, known);
    return known;
  };
  const schedule = () => {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(turn);
  };
  const turn = () => {
    scheduled = false;
    for (const tenant of [...waiting]) {
      waiting.delete(tenant);
      if (stopped) return;
      try {
        take(tenant);
      } catch (error) {
        tenant.log.error({ err: error }, "integration deliveries not started; the next sweep retries");
      }
    }
  };
  const take = (tenant: Tenant) => {
    const state = busyOf(tenant);
    const now = tenant.clock.now();
    const full = () =>
      [...state.perIntegration].filter(([, calls]) => calls >= PER_INTEGRATION).map(([id]) => id);
    for (const row of dueDeliveries(tenant.db, now, full(), SLICE)) {
      if (state.rows.has(row.id) || full().includes(row.integrationId)) continue;
      send(tenant, state, row);
    }
    state.alarm?.();
    const next = nextDue(tenant.db, now);
    state.alarm = next !== null && next - now <= NEAR_MS ? wakeIn(tenant, next - now) : undefined;
    // The company may be closed now, and decrypted again as another tenant object.
    if (state.rows.size === 0 && !state.alarm) busy.delete(tenant);
  };
  const wakeIn = (tenant: Tenant, ms: number) => {
    const release = tenant.keepOpen();
    const cancel = tenant.clock.after(ms, () => {
      release();
      wake(tenant);
    });
    return () => {
      cancel();
      release();
    };
  };
  const send = (tenant: Tenant, state: Busy, row: Delivery) => {
    const { integrationId } = row;
    const release = tenant.keepOpen();
    state.rows.add(row.id);
    state.perIntegration.set(integrationId, (state.perIntegration.get(integrationId) ?? 0) + 1);
    const work = (row.state === "acting" ? act(tenant, row) : attempt(tenant, row))
      .catch((error: unknown) =>
        tenant.log.error({ err: error, delivery: row.id }, "integration delivery failed"),
      )
      .finally(() => {
        state.rows.delete(row.id);
        state.perIntegration.set(integrationId, (state.perIntegration.get(integrationId) ?? 1) - 1);
        release();
        underWay.delete(work);
        wake(tenant);
      });
    underWay.add(work);
  };
  const wake = (tenant: Tenant) => {
    if (stopped) return;
    waiting.add(tenant.base);
    schedule();
  };
  return {
    wake,
    async idle() {
      while (scheduled || underWay.size > 0) {
        await Promise.all(underWay);
        await yieldToEventLoop("server");
      }
    },
    async stop() {
      stopped = true;
      for (const { alarm } of busy.values()) alarm?.();
      await Promise.all(underWay);
    },
  };
}
