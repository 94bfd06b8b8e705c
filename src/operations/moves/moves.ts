import { auditProvider } from "#accounts/audit/index.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { isBeforeSwitch, isMoving } from "#tenants/moving/machine.ts";
import { insertMove, lastMove, type Move, unfinishedMoves } from "#tenants/moving/rows.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import { MoveRefused } from "./refusals.ts";
import { isStopping, noteStop, runMove, settle } from "./run-move.ts";
import * as sql from "./system-rows.sql.ts";

interface Running {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const moves = new WeakMap<Installation, Map<number, Running>>();

function runningIn(installation: Installation): Map<number, Running> {
  const known = moves.get(installation) ?? new Map<number, Running>();
  moves.set(installation, known);
  return known;
}

/** Who asked for a move: for the audit trail. */
export interface MoveRequest {
  readonly companyId: number;
  readonly toCell: number;
  /** The command as typed. */
  readonly command: string;
}

/**
 * Begins to move a company of this cell to another one (docs/rules/cells.md#move). Checks no permissions: for the command line.
 * Throws MoveRefused.
 */
export function beginMove(installation: Installation, { companyId, toCell, command }: MoveRequest): Move {
  const { system, cells, log } = installation;
  const name = requireMovable(installation, companyId);
  if (toCell === cells.own) throw new MoveRefused("same_cell");
  if (!cells.all().includes(toCell)) throw new MoveRefused("cell_unknown");
  const move = system.$client.transaction(() => {
    try {
      const asked = insertMove(installation, { move: newUuid(), companyId, companyName: name, toCell });
      const entry = {
        kind: "company",
        action: "started",
        subjectId: companyId,
        subject: name,
        companyId,
      } as const;
      auditProvider(installation, { who: "console", userId: null, name: command, ...entry });
      return asked;
    } catch (error) {
      throw isUniqueViolation(error) ? new MoveRefused("already_moving", { cause: error }) : error;
    }
  })();
  log.info({ company: companyId, to: toCell }, "a company is being moved to another cell");
  track(installation, move, (signal) => runMove(installation, move, signal));
  return move;
}

/** The name of a company that can be moved. Throws MoveRefused. */
function requireMovable({ system, cells, tenants }: Installation, companyId: number): string {
  if (!cells.moves) throw new MoveRefused("no_cells");
  if (companyId === PROVIDER_ID) throw new MoveRefused("home_company");
  const row = queryOne(system, sql.removedAt, { id: companyId });
  if (!row) throw new MoveRefused("company_unknown");
  if (row.removedAt !== null) throw new MoveRefused("company_in_bin");
  const last = lastMove(system, companyId);
  if (last && isMoving(last.state)) throw new MoveRefused("already_moving");
  try {
    tenants.open(companyId);
  } catch (error) {
    throw new MoveRefused("company_damaged", { cause: error });
  }
  return row.name;
}

function track(
  installation: Installation,
  { companyId }: Move,
  work: (signal: AbortSignal) => Promise<void>,
): void {
  const running = runningIn(installation);
  const abort = new AbortController();
  const done = work(abort.signal)
    .catch((error: unknown) => {
      if (isStopping(installation)) return;
      installation.log.error(
        { company: companyId, err: error },
        "a move could not be ended; the next start of this cell ends it",
      );
    })
    .finally(() => running.delete(companyId));
  running.set(companyId, { abort, done });
}

/** Ends a move before its switch; the company stays in this cell. Throws MoveRefused. */
export async function cancelMove(installation: Installation, companyId: number): Promise<void> {
  const last = lastMove(installation.system, companyId);
  const running = runningIn(installation).get(companyId);
  if (!last || !isMoving(last.state) || !running) throw new MoveRefused("not_moving");
  if (!isBeforeSwitch(last.state)) throw new MoveRefused("too_late");
  running.abort.abort(new MoveRefused("cancelled"));
  await running.done;
}

/** The last move of a company out of this cell. Throws MoveRefused. */
export function readMove({ system }: Installation, companyId: number): Move {
  const last = lastMove(system, companyId);
  if (!last) throw new MoveRefused("not_moving");
  return last;
}

/** At the start of an owner: ends the moves that another process began. */
export function settleMoves(installation: Installation): void {
  for (const move of unfinishedMoves(installation.system))
    track(installation, move, () => settle(installation, move, new MoveRefused("interrupted")));
}

/** Ends the running moves; the companies stay in this cell, unless they were switched. */
export async function stopMoves(installation: Installation): Promise<void> {
  noteStop(installation);
  const running = [...runningIn(installation).values()];
  for (const { abort } of running) abort.abort(new MoveRefused("interrupted"));
  await Promise.all(running.map(({ done }) => done));
}
