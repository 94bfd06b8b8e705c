import { notifyAdmins } from "#accounts/notices/index.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { walBackPressure } from "#platform/db/checkpoint/checkpoints.ts";
import { isDiskFull } from "#platform/db/constraint.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import { hasRecentRequest } from "#platform/http/server/recent-activity.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { processEvent } from "./process-event.ts";
import { dueRows, failRow, finishRow } from "./queries.ts";
import { pauseAfter } from "./retry.ts";

/** Work of one turn: so many ms and rows of one company in one transaction; then others of the loop come first. */
interface Slice {
  readonly ms: number;
  readonly rows: number;
}
/** While somebody asks: what is told to browsers behind the commit comes to about as much again. */
const SHORT: Slice = { ms: 1, rows: 8 };
/** While nobody does: a third more messages a second (measured: 1,104 against 767). */
const LONG: Slice = { ms: 4, rows: 32 };

/** How many rows the last slice of a company took: the next one reads two more, since what is left over is read again. */
const lastTaken = new WeakMap<Tenant, number>();
const FIRST_ROWS = 8;
const MORE_ROWS = 2;

/** Works through the durable inboxes, company by company in turn. */
export interface InboxWorker {
  /** There is something in this company's inbox. */
  wake(tenant: Tenant): void;
  /** Takes nothing more; what is under way is a transaction and over at once. */
  stop(): void;
}

/**
 * One lane per chat: its events are processed in the order they came (docs/rules/inbound.md#journal-and-chat-order).
 * Processing is synchronous, so a lane is never interrupted and needs no lock; instead of limits on parallel lanes
 * there are slices: a millisecond of one company in one transaction (four while nobody asks for anything), then the
 * next company, and requests in between.
 */
export function createInboxWorker(installation: Installation): InboxWorker {
  const waiting = new Set<Tenant>();
  let scheduled = false;
  let stopped = false;

  const schedule = () => {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(turn);
  };
  const turn = () => {
    scheduled = false;
    const [tenant] = waiting;
    if (!tenant || stopped) return;
    // Behind the others that wait.
    waiting.delete(tenant);
    try {
      const crowded = walBackPressure(tenant.db.$client);
      if (crowded) void crowded.then(() => wake(tenant));
      else if (processSlice(tenant)) waiting.add(tenant);
    } catch (error) {
      installation.log.error({ company: tenant.id, err: error }, "inbox stands still until the next second");
    }
    if (waiting.size > 0) schedule();
  };
  const wake = (tenant: Tenant) => {
    waiting.add(tenant.base);
    schedule();
  };
  return {
    wake,
    stop() {
      stopped = true;
    },
  };
}

/**
 * Processes what is due, for one slice; true when it is worth looking again. When one event fails, nothing of it
 * is kept and its events are taken one by one, so that only the one that fails waits. Nobody waits for the disk: what the
 * power takes of it is processed again, since the network is told of nothing before its event is on the disk.
 */
export function processSlice(tenant: Tenant): boolean {
  const slice = hasRecentRequest() ? SHORT : LONG;
  const likely = (lastTaken.get(tenant) ?? FIRST_ROWS) + MORE_ROWS;
  const rows = dueRows(tenant.db, tenant.clock.now(), Math.min(slice.rows, likely));
  if (rows.length === 0) return false;
  const deadline = performance.now() + slice.ms;
  let taken = 0;
  try {
    withSyncNormal(tenant.db, () =>
      tenant.write((unit) => {
        for (const row of rows) {
          processEvent(unit, row);
          taken += 1;
          if (performance.now() >= deadline) break;
        }
      }),
    );
    lastTaken.set(tenant, taken);
    // One that was done may have made the next of its lane due.
    return true;
  } catch {
    return processOneByOne(tenant, rows.slice(0, taken + 1));
  }
}

function processOneByOne(tenant: Tenant, rows: readonly InboundEventRow[]): boolean {
  const held = new Set<string>();
  for (const row of rows) {
    const lane = `${row.connectionId}:${row.chatKey}`;
    if (held.has(lane)) continue;
    try {
      tenant.write((unit) => processEvent(unit, row));
    } catch (error) {
      // No fault of the event: it waits until there is room.
      if (isDiskFull(error)) throw error;
      tenant.log.warn({ event: row.id, kind: row.kind, err: error }, "inbound event failed");
      noteFailure(tenant, row, error instanceof Error ? error.message : String(error));
      held.add(lane);
    }
  }
  return true;
}

function noteFailure(tenant: Tenant, row: InboundEventRow, reason: string): void {
  tenant.write((unit) => {
    const failures = row.attempts + 1;
    const pause = pauseAfter(failures);
    if (pause !== null) {
      failRow(unit, row.id, failures, unit.now + pause, reason);
      return;
    }
    finishRow(unit, row.id, "failed", reason);
    notifyAdmins(unit, {
      code: "inbound_failed",
      details: { rawEventId: row.id, whatsappId: row.connectionId },
      key: `inbound_event:${row.id}`,
    });
  });
}
