import { defineJob, type Job } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { trimMemory } from "#platform/process/trim-memory.ts";
import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { Installation } from "./installation.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Companies unused for this long are closed, ms: opening one again costs some ms, keeping it open at least half a MB.
 */
const IDLE_MS = 60_000;
/**
 * A company is closed at the earliest this long after the last user activity, ms, because page cursors of lists are
 * remembered for as long (docs/rules/tickets.md#lists).
 */
const CALLED_MS = 10 * 60_000;
/** Companies unused for this long drop their prepared statements, ms: preparing them again costs some ms. */
const EASED_MS = 60_000;
/** Minimum time between forced garbage collections, ms: one blocks the process for some 50 ms. */
const COLLECTED_MS = 5 * 60_000;
/**
 * Collect when the heap has grown by this factor since the last collection: events kept for reconnecting browsers count as old
 * when they are dropped, and the runtime leaves old garbage until the heap has doubled.
 */
const GATHERED = 1.1;
/** Companies trimmed per run: two hundred together would take 0.3 s. */
const AT_ONCE = 20;

/** Jobs that belong to no feature. */
export const housekeeping = (hub: Hub<Viewer>): readonly Job<Installation>[] => [
  defineJob<Installation>({
    name: "socket_tick",
    every: { seconds: SOCKET_PING_MS / 1000 },
    run: () => hub.tick(),
  }),
  defineJob<Installation>({
    name: "close_idle",
    every: { seconds: 10 },
    async run({ tenants }) {
      // Closing may wait for the disk: yield between two companies.
      for (let n = 0; n < AT_ONCE; n += 1) {
        if (tenants.closeIdle(IDLE_MS, { calledMs: CALLED_MS, atMost: 1 }) === 0) break;
        await yieldToEventLoop("server");
      }
    },
  }),
  easeMemory(),
];

function easeMemory(): Job<Installation> {
  /** Time at which prepared statements were dropped that are not collected yet, ms; null = none. */
  let forgottenAt: number | null = null;
  let collectedAt: number | undefined;
  let heldThen = 0;
  return defineJob<Installation>({
    name: "ease_memory",
    every: { seconds: 20 },
    run({ tenants, clock }) {
      const now = clock.now();
      collectedAt ??= now;
      if (tenants.trim(EASED_MS, AT_ONCE) > 0) forgottenAt ??= now;
      // A statement is freed when its object is collected; without a forced collection old objects stay for long.
      const hasForgotten = forgottenAt !== null && now - forgottenAt >= COLLECTED_MS;
      if (now - collectedAt >= COLLECTED_MS && (hasForgotten || inHeap() >= heldThen * GATHERED)) {
        Bun.gc(true);
        forgottenAt = null;
        collectedAt = now;
        heldThen = inHeap();
      }
      trimMemory();
    },
  });
}

const inHeap = (): number => process.memoryUsage().heapUsed;
