import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { lookAtCharge } from "./charges.ts";

/** Charges looked at at once; the gateways count calls. */
const AT_ONCE = 8;
/** What was told and could not be asked for is asked for every minute so long, ms. */
const KEPT_MS = 24 * 3_600_000;
/** One that was given up may have been paid in its last second. */
const REMEMBER = `UPDATE charge SET status = 'open', ask_until = max(ask_until, ?)
  WHERE txid = ? AND status <> 'settled'`;

interface Looks {
  readonly waiting: Set<string>;
  readonly running: Set<Promise<void>>;
}
const looks = new WeakMap<Installation, Looks>();

const looksOf = (installation: Installation): Looks => {
  const known = looks.get(installation) ?? { waiting: new Set(), running: new Set() };
  looks.set(installation, known);
  return known;
};

/**
 * A gateway says that something became of a charge. This is on the disk when it returns, so that the gateway may be
 * answered; the charge is asked for behind that, and by the job `charges` when this fails. Told twice it is asked for
 * once; a txid nobody knows, or one that is settled, changes nothing.
 */
export function chargeTold(installation: Installation, txid: string): void {
  const known = looksOf(installation);
  if (known.waiting.has(txid)) return;
  const { changes } = run(installation.system, REMEMBER, installation.clock.now() + KEPT_MS, txid);
  if (changes === 0) return;
  known.waiting.add(txid);
  next(installation, known);
}

function next(installation: Installation, known: Looks): void {
  const [txid] = known.waiting;
  if (txid === undefined || known.running.size >= AT_ONCE) return;
  // Told again from here on, it is asked for again: the answer under way may be older.
  known.waiting.delete(txid);
  const look = lookAtCharge(installation, txid)
    .catch((error: unknown) => installation.log.warn({ err: error }, "a charge could not be asked for"))
    .finally(() => {
      known.running.delete(look);
      next(installation, known);
    });
  known.running.add(look);
}

/** Resolves when everything told so far was looked at. */
export async function toldLookedAt(installation: Installation): Promise<void> {
  const { running } = looksOf(installation);
  while (running.size > 0) await Promise.all(running);
}

/** Ends what is under way; what waits is asked for after the next start. */
export async function stopLooking(installation: Installation): Promise<void> {
  const { waiting } = looksOf(installation);
  waiting.clear();
  await toldLookedAt(installation);
}
