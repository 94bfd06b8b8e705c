import { transaction } from "#platform/db/database.ts";
import { onDisk, withDeferredSync } from "#platform/db/deferred-sync.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./charges.sql.ts";
import { checkCharge } from "./charges.ts";

/** Charges looked at at once; the gateways count calls. */
const AT_ONCE = 8;
/** What was told and could not be asked for is asked for every minute so long, ms. */
const KEPT_MS = 24 * 3_600_000;

interface CheckQueue {
  readonly waiting: Set<string>;
  readonly running: Set<Promise<void>>;
  /** What was told in this turn of the loop, and who waits until it is stored. */
  told: {
    readonly txids: readonly string[];
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[];
}
const checkQueues = new WeakMap<Installation, CheckQueue>();

const checkQueueOf = (installation: Installation): CheckQueue => {
  const known = checkQueues.get(installation) ?? { waiting: new Set(), running: new Set(), told: [] };
  checkQueues.set(installation, known);
  return known;
};

/**
 * A gateway says that something became of charges. This is on the disk when it resolves, so that the gateway may be
 * answered (calls that come at once share one sync); the charges are asked for behind that, and by the job `charges`
 * when this fails. Told twice they are asked for once; a txid nobody knows, or one that is settled, changes nothing.
 */
export function enqueueChargeChecks(installation: Installation, txids: readonly string[]): Promise<void> {
  const known = checkQueueOf(installation);
  return new Promise((done, failed) => {
    known.told.push({ txids, done, failed });
    if (known.told.length === 1) setImmediate(remember, installation, known);
  });
}

function remember(installation: Installation, known: CheckQueue): void {
  const { system, clock } = installation;
  const { told } = known;
  known.told = [];
  const txids = new Set(told.flatMap((call) => call.txids));
  try {
    const until = clock.now() + KEPT_MS;
    // The loop does not stand still for the disk: only those who called wait for it.
    const mine = withDeferredSync(system, () =>
      transaction(system, () =>
        [...txids].filter((txid) => execute(system, sql.remember, { until, txid }).changes > 0),
      ),
    );
    onDisk(system).then(
      () => {
        for (const { done } of told) done();
      },
      (error: unknown) => {
        for (const { failed } of told) failed(error);
      },
    );
    for (const txid of mine) {
      known.waiting.add(txid);
      next(installation, known);
    }
  } catch (error) {
    for (const { failed } of told) failed(error);
  }
}

function next(installation: Installation, known: CheckQueue): void {
  const [txid] = known.waiting;
  if (txid === undefined || known.running.size >= AT_ONCE) return;
  // Told again from here on, it is asked for again: the answer under way may be older.
  known.waiting.delete(txid);
  const look = checkCharge(installation, txid)
    .catch((error: unknown) => installation.log.warn({ err: error }, "a charge could not be asked for"))
    .finally(() => {
      known.running.delete(look);
      next(installation, known);
    });
  known.running.add(look);
}

/** Resolves when everything told so far was looked at. */
export async function chargeCheckStarted(installation: Installation): Promise<void> {
  const known = checkQueueOf(installation);
  while (known.running.size > 0) await Promise.all(known.running);
}

/** Ends what is under way; what waits is asked for after the next start. */
export async function stopLooking(installation: Installation): Promise<void> {
  const { waiting } = checkQueueOf(installation);
  waiting.clear();
  await chargeCheckStarted(installation);
}
