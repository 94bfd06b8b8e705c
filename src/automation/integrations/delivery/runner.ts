import type { Delivery } from "#automation/integrations/schema.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { act } from "./act.ts";
import { attempt } from "./attempt.ts";
import { dueDeliveries, nextDue } from "./rows.ts";
import type { Runner } from "./runner-port.ts";

/** Maximum concurrent deliveries per integration: one that hangs delays only itself. */
const PER_INTEGRATION = 8;
/** Maximum number of deliveries of one company started in one turn of the event loop. */
const SLICE = 64;
/** Deliveries due later than this are left to the job, ms. */
const NEAR_MS = 60_000;

/** The running deliveries of a company. */
interface Busy {
  readonly rows: Set<number>;
  readonly perIntegration: Map<number, number>;
  /** Cancels the timer of the next due delivery. */
  alarm?: (() => void) | undefined;
}

interface State {
  /** Companies to check in the next turn of the event loop. */
  readonly waiting: Set<Tenant>;
  readonly busy: Map<Tenant, Busy>;
  readonly underWay: Set<Promise<void>>;
  isScheduled: boolean;
  isStopped: boolean;
}

/**
 * One `lane` per ticket and integration: its next delivery starts when the previous one and its steps are finished.
 * Calls run concurrently; their results are stored in one transaction each, so a crash repeats a call, but never an
 * answer.
 */
export function createRunner(): Runner {
  const state: State = {
    waiting: new Set(),
    busy: new Map(),
    underWay: new Set(),
    isScheduled: false,
    isStopped: false,
  };
  return {
    wake: (tenant) => wake(state, tenant),
    async idle() {
      while (state.isScheduled || state.underWay.size > 0) {
        await Promise.all(state.underWay);
        await yieldToEventLoop("server");
      }
    },
    async stop() {
      state.isStopped = true;
      for (const { alarm } of state.busy.values()) alarm?.();
      await Promise.all(state.underWay);
    },
  };
}

function wake(state: State, tenant: Tenant): void {
  // The job wakes a held company after it was resumed.
  if (state.isStopped || isOnHold(tenant.company)) return;
  state.waiting.add(tenant.base);
  if (state.isScheduled) return;
  state.isScheduled = true;
  setImmediate(() => checkWaiting(state));
}

function checkWaiting(state: State): void {
  state.isScheduled = false;
  for (const tenant of [...state.waiting]) {
    state.waiting.delete(tenant);
    if (state.isStopped) return;
    try {
      startDue(state, tenant);
    } catch (error) {
      tenant.log.error({ err: error }, "integration deliveries not started; the next sweep retries");
    }
  }
}

function busyOf({ busy }: State, tenant: Tenant): Busy {
  const known = busy.get(tenant) ?? { rows: new Set<number>(), perIntegration: new Map<number, number>() };
  busy.set(tenant, known);
  return known;
}

/** Starts the due deliveries of a company, and sets the timer for the next one. */
function startDue(state: State, tenant: Tenant): void {
  const busy = busyOf(state, tenant);
  const now = tenant.clock.now();
  const full = () =>
    [...busy.perIntegration].filter(([, calls]) => calls >= PER_INTEGRATION).map(([id]) => id);
  for (const row of dueDeliveries(tenant.db, now, full(), SLICE)) {
    if (busy.rows.has(row.id) || full().includes(row.integrationId)) continue;
    deliver(state, tenant, busy, row);
  }
  busy.alarm?.();
  const next = nextDue(tenant.db, now);
  busy.alarm = next !== null && next - now <= NEAR_MS ? wakeIn(state, tenant, next - now) : undefined;
  // While no delivery runs, the company may be closed and opened again as another tenant object: drop its state.
  if (busy.rows.size === 0 && !busy.alarm) state.busy.delete(tenant);
}

/** Keeps the company open until the timer; returns its cancellation. */
function wakeIn(state: State, tenant: Tenant, ms: number): () => void {
  const release = tenant.keepOpen();
  const cancel = tenant.clock.after(ms, () => {
    release();
    wake(state, tenant);
  });
  return () => {
    cancel();
    release();
  };
}

function deliver(state: State, tenant: Tenant, { rows, perIntegration }: Busy, row: Delivery): void {
  const { id, integrationId } = row;
  const release = tenant.keepOpen();
  rows.add(id);
  perIntegration.set(integrationId, (perIntegration.get(integrationId) ?? 0) + 1);
  const work = (row.state === "acting" ? act(tenant, row) : attempt(tenant, row))
    .catch((error: unknown) =>
      tenant.log.error(
        { err: error, delivery: id, integration: integrationId },
        "result of an integration delivery not stored; the delivery is repeated",
      ),
    )
    .finally(() => {
      rows.delete(id);
      perIntegration.set(integrationId, (perIntegration.get(integrationId) ?? 1) - 1);
      release();
      state.underWay.delete(work);
      wake(state, tenant);
    });
  state.underWay.add(work);
}
