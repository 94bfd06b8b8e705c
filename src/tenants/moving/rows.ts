import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { type MoveEvent, type MoveState, PAUSED_STATES, stateAfter } from "./machine.ts";
import * as sql from "./moves.sql.ts";

/** A move of a company of this cell to another one. Times in ms. */
export interface Move {
  readonly id: number;
  /** Random name, which the target and the directory have too. */
  readonly move: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly toCell: number;
  readonly state: MoveState;
  /** Why it failed. */
  readonly error: string | null;
  /** Bytes sent so far. */
  readonly sent: number;
  /** 1: this cell still has the files of the moved company. */
  readonly hasFiles: number;
  readonly askedAt: number;
  readonly pausedAt: number | null;
  readonly switchedAt: number | null;
  readonly endedAt: number | null;
}

/** A company that another cell is moving to this one. */
export interface Arrival {
  readonly companyId: number;
  readonly move: string;
  readonly fromCell: number;
  readonly state: "receiving" | "ready";
  /** JSON: its rows in the system file, once it is ready. */
  readonly rows: string | null;
  readonly updatedAt: number;
}

type Rows = Pick<Installation, "system" | "clock">;

/** Throws a constraint error when a move of the company runs already. */
export function insertMove(
  { system, clock }: Rows,
  move: Pick<Move, "move" | "companyId" | "companyName" | "toCell">,
): Move {
  const { id } = execute(system, sql.insertMove, { ...move, now: clock.now() });
  return requireMove(system, id);
}

function requireMove(system: Db, id: number): Move {
  const found = queryOne(system, sql.moveById, { id });
  if (!found) throw new Error(`there is no move ${id}`);
  return found;
}

/** The last move of a company out of this cell. */
export const lastMove = (system: Db, companyId: number): Move | undefined =>
  queryOne(system, sql.lastMove, { companyId });

export const unfinishedMoves = (system: Db): readonly Move[] => queryAll(system, sql.unfinishedMoves);

/** Companies that are closed in this cell because they are being moved. */
export const pausedCompanyIds = (system: Db): readonly number[] =>
  queryAll(system, sql.pausedCompanies, { states: JSON.stringify(PAUSED_STATES) }).map(({ id }) => id);

/** Records an event of a move. Throws an Error when it is impossible in the state of its row. */
export function advance({ system, clock }: Rows, id: number, event: MoveEvent, error?: string): Move {
  const { state } = requireMove(system, id);
  const to = stateAfter(state, event);
  execute(system, sql.setState, { id, from: state, to, error: error ?? null, now: clock.now() });
  return requireMove(system, id);
}

export const noteSent = (system: Db, id: number, sent: number): void =>
  void execute(system, sql.setSent, { id, sent });

/** Call it in the transaction that removes the rows of the moved company. */
export const noteClosed = (system: Db, id: number, lastInvoiceId: number | null): void =>
  void execute(system, sql.noteClosed, { id, lastInvoiceId });

/** Finished moves before this time, ms, whose files are still here. */
export const movesWithFiles = (system: Db, endedBefore: number): readonly Move[] =>
  queryAll(system, sql.movesWithFiles, { endedBefore });

/** The files of moves of this company are removed. */
export const forgetFiles = (system: Db, companyId: number): void =>
  void execute(system, sql.forgetFiles, { companyId });

export const arrivals = (system: Db): readonly Arrival[] => queryAll(system, sql.arrivals);
export const arrivalOf = (system: Db, companyId: number): Arrival | undefined =>
  queryOne(system, sql.arrivalOf, { companyId });

export function insertArrival(
  { system, clock }: Rows,
  arrival: Pick<Arrival, "companyId" | "move" | "fromCell">,
): void {
  execute(system, sql.putArrival, { ...arrival, now: clock.now() });
  arriving.delete(system);
}

/** Former cells of the companies that are arriving, read when they have changed. */
const arriving = new WeakMap<Db, ReadonlyMap<number, number>>();

/**
 * The cell from which a company is arriving here; undefined when it is not. Until it is open here, it counts as being there: its rows
 * are not in this cell, so that its keys and logins would be unknown.
 */
export function arrivingFrom(system: Db, companyId: number): number | undefined {
  const known =
    arriving.get(system) ?? new Map(arrivals(system).map((arrival) => [arrival.companyId, arrival.fromCell]));
  arriving.set(system, known);
  return known.get(companyId);
}

/** The files of the company are in place, and its rows can be inserted. */
export const setReady = ({ system, clock }: Rows, { companyId, move }: Arrival, rows: string): void =>
  void execute(system, sql.setReady, { companyId, move, rows, now: clock.now() });

/** The source still sends. */
export const touchArrival = ({ system, clock }: Rows, companyId: number): void =>
  void execute(system, sql.touchArrival, { companyId, now: clock.now() });

export function deleteArrival(system: Db, companyId: number): void {
  execute(system, sql.deleteArrival, { companyId });
  arriving.delete(system);
}

/** Companies that left this cell. */
export const leftCompanyIds = (system: Db): ReadonlySet<number> =>
  new Set(queryAll(system, sql.leftCompanies).map(({ id }) => id));
