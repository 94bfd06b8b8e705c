import { notifyAdmins } from "#accounts/notices/index.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { LongMerge, prepareLongMerge } from "#people/contacts/index.ts";
import { walBackPressure } from "#platform/db/checkpoint/checkpoints.ts";
import { isDiskFull } from "#platform/db/constraint.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { hasRecentRequest } from "#platform/http/server/recent-activity.ts";
import { definePort } from "#platform/ports.ts";
import { type CompanyRotation, rotateCompanies } from "#tenants/company-rotation.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { continueEvent, pauseAfter, processEvent } from "./process-event.ts";
import { dueRows, failRow, finishRow } from "./queries.ts";

/** Limits of one slice (one company, one transaction), before the event loop continues with other work: ms and rows. */
interface Slice {
  readonly ms: number;
  readonly rows: number;
}
/** Used while there are recent requests. The broadcasts after the commit take about as long as the slice itself. */
const SHORT: Slice = { ms: 1, rows: 8 };
/** Used without recent requests: a third more messages per second (1,104 instead of 767). */
const LONG: Slice = { ms: 4, rows: 32 };

/**
 * Rows processed in a company's last slice. The next slice reads only two more, since rows read but not processed are
 * read again.
 */
const lastTaken = new WeakMap<Tenant, number>();
const FIRST_ROWS = 8;
const MORE_ROWS = 2;

/** Events whose long merge is in progress. */
const merging = new WeakMap<Tenant, Set<number>>();
/**
 * Delay until an event with a long merge is retried if a kill interrupts the merge, ms. Shorter than the time after which an
 * abandoned merge is moved back.
 */
const MERGE_RETRY_MS = 10_000;

export const InboxWorkerPort = definePort<CompanyRotation>("inbox-worker");

/**
 * Processes the events of each chat in the order of arrival (docs/rules/inbound.md#journal-and-chat-order). Processing
 * is synchronous, so it needs no lock. Slices replace a limit on parallel work: one millisecond of one company in one
 * transaction (four without requests), then the next company, with requests in between.
 */
export function createInboxWorker({ log }: Installation): CompanyRotation {
  const worker = rotateCompanies({
    step(tenant) {
      const crowded = walBackPressure(tenant.db.$client);
      if (!crowded) return processSlice(tenant);
      void crowded.then(() => worker.wake(tenant));
      return false;
    },
    onError: (tenant, error) =>
      log.error(
        { company: tenant.id, err: error },
        "inbox processing failed; the sweep tries again within a second",
      ),
  });
  return worker;
}

/**
 * Processes the due events of one slice; returns true when more may be due. If an event fails, the transaction is rolled back and
 * its events are processed one by one, so that only the failing event waits. Not fsynced: after a power cut the rows are processed
 * again, since the network gets no receipt before an event is on disk.
 */
export function processSlice(tenant: Tenant): boolean {
  const slice = hasRecentRequest() ? SHORT : LONG;
  const likely = (lastTaken.get(tenant) ?? FIRST_ROWS) + MORE_ROWS;
  const rows = dueRows(tenant.db, tenant.clock.now(), Math.min(slice.rows, likely));
  const [first] = rows;
  if (!first) return false;
  if (first.stage !== null) return processOneByOne(tenant, [first]);
  const deadline = performance.now() + slice.ms;
  let taken = 0;
  try {
    withSyncNormal(tenant.db, () =>
      tenant.write((unit) => {
        for (const row of rows) {
          if (row.stage !== null) break;
          const isStaged = processEvent(unit, row);
          taken += 1;
          // Stops, because later messages of the chat must wait until the rules of this one have run.
          if (isStaged || performance.now() >= deadline) break;
        }
      }),
    );
    lastTaken.set(tenant, taken);
    // Processing an event may make the next event of its chat due.
    return true;
  } catch {
    return processOneByOne(tenant, rows.slice(0, taken + 1));
  }
}

function processOneByOne(tenant: Tenant, rows: readonly InboundEventRow[]): boolean {
  const held = new Set<string>();
  for (const row of rows) {
    const chat = `${row.connectionId}:${row.chatKey}`;
    if (held.has(chat)) continue;
    try {
      if (row.stage !== null) withSyncNormal(tenant.db, () => continueEvent(tenant, row));
      else if (tenant.write((unit) => processEvent(unit, row))) held.add(chat);
    } catch (error) {
      // A full disk is not the event's failure: the event waits until there is space.
      if (isDiskFull(error)) throw error;
      held.add(chat);
      if (error instanceof LongMerge) {
        afterLongMerge(tenant, row, error);
        continue;
      }
      tenant.log.warn(
        { event: row.id, kind: row.kind, err: error },
        "inbound event failed; it is retried unless this was its last attempt",
      );
      noteFailure(tenant, row, error instanceof Error ? error.message : String(error));
    }
  }
  return true;
}

/**
 * Moves messages in steps after an event revealed that two contacts are one person. Only the event's chat waits; other chats are
 * processed. After a kill the event is processed again, which continues the merge.
 */
function afterLongMerge(tenant: Tenant, row: InboundEventRow, merge: LongMerge): void {
  // At least one attempt is stored, so that later events of the chat wait.
  const attempts = Math.max(row.attempts, 1);
  const retryIn = (ms: number) =>
    tenant.write((unit) => failRow(unit, row.id, attempts, unit.now + ms, merge.message));
  retryIn(MERGE_RETRY_MS);
  const running = merging.get(tenant) ?? new Set();
  merging.set(tenant, running);
  if (running.has(row.id)) return;
  running.add(row.id);
  prepareLongMerge(tenant, merge)
    .then(() => {
      retryIn(0);
      tenant.installation.ports.use(InboxWorkerPort).wake(tenant);
    })
    .catch((error: unknown) =>
      tenant.log.warn({ event: row.id, err: error }, "merge in steps interrupted; continued in some seconds"),
    )
    .finally(() => running.delete(row.id));
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
