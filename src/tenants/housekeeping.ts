import { defineJob, type Job } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { trimMemory } from "#platform/process/trim-memory.ts";
import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { Installation } from "./installation.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Companies nobody used for this long are closed, ms: opening one again costs some ms, keeping it open half a MB at least.
 */
const IDLE_MS = 60_000;
/**
 * But only this long after the last call of somebody: lists are remembered for as long (docs/rules/tickets.md#lists).
 */
const CALLED_MS = 10 * 60_000;
/** Companies nobody used for this long give up their prepared statements, ms: preparing them again costs some ms. */
const EASED_MS = 60_000;
/** The heap is collected at most this often, ms: it holds everybody up for some 50 ms. */
const COLLECTED_MS = 5 * 60_000;
/**
 * And when so many times as much lies in it as behind the last time: events kept for browsers that come back count as old
 * when they are forgotten, and what is old and dead the runtime leaves lying until the heap has doubled.
 */
const GATHERED = 1.1;
/** So many at a time: what all of two hundred give up at once takes 0.3 s to hand back. */
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
      // Closing may have to wait for the disk: others come between.
      for (let n = 0; n < AT_ONCE; n += 1) {
        if (tenants.closeIdle(IDLE_MS, { calledMs: CALLED_MS, atMost: 1 }) === 0) break;
        await yieldToEventLoop("server");
      }
    },
  }),
  easeMemory(),
];

function easeMemory(): Job<Installation> {
  /** When statements were forgotten that were not collected since; null = none. */
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
      // A statement is let go of when its object is collected, which nothing else would hurry for one that is old.
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
