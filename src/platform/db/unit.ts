import type { Bus } from "#platform/events/bus.ts";
import type { EventType } from "#platform/events/define-event.ts";
import { type CreateCode, noteNotCreated } from "./constraint.ts";
import type { Db } from "./database.ts";

/** One transaction: everything written in it commits together; events and follow-ups run after the commit. */
export interface Unit {
  readonly db: Db;
  emit<Payload>(type: EventType<Payload>, payload: Payload): void;
  /**
   * Runs `task` at the end of the transaction, inside it. `task` may write, emit and add tasks; an error that it throws rolls
   * the transaction back.
   */
  beforeCommit(task: () => void): void;
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(task: () => void): void;
  /**
   * This company has work for `job` at this time (ms). Written to the system file before the commit, so that a crash
   * cannot lose it.
   */
  scheduleWake(job: string, atMs: number): void;
  /**
   * Declares which kind of row the transaction creates. If the database rejects the transaction, the request answers 500 with
   * this code (docs/rules/messages.md#not-written).
   */
  creates(code: CreateCode): void;
}

interface Running<U> {
  readonly unit: U;
  readonly lastSteps: (() => void)[];
  readonly followUps: (() => void)[];
  readonly dues: Map<string, number>;
  creates: CreateCode | undefined;
}

export interface WriterOptions<U extends Unit, Scope> {
  readonly db: Db;
  readonly bus: Bus<U, Scope>;
  readonly scope: Scope;
  /** Extends the basic unit for actions. */
  readonly unit: (bare: Unit) => U;
  /** Records wake-ups (job → time, ms); called before the commit with all of one transaction. */
  readonly recordWakes: (dues: ReadonlyMap<string, number>) => void;
}

const begun = new WeakMap<Db, number>();

/** The number of transactions that `createWriter` has begun on this handle. */
export const transactionCount = (db: Db): number => begun.get(db) ?? 0;

/**
 * Returns the `write` function of one database. A write inside a write joins the outer transaction, so that actions
 * can be combined; the work must be synchronous. When it throws, nothing is written and nothing is emitted.
 */
export function createWriter<U extends Unit, Scope>(
  options: WriterOptions<U, Scope>,
): <T>(work: (unit: U) => T) => T {
  const { db, bus, scope } = options;
  const client = db.$client;
  let running: Running<U> | undefined;

  const begin = (): Running<U> => {
    const lastSteps: (() => void)[] = [];
    const followUps: (() => void)[] = [];
    const dues = new Map<string, number>();
    const current: Omit<Running<U>, "unit"> = { lastSteps, followUps, dues, creates: undefined };
    const unit: U = options.unit({
      db,
      emit(type, payload) {
        bus.emitWithin(unit, type, payload);
        followUps.push(() => bus.emitAfter(scope, type, payload));
      },
      beforeCommit: (task) => void lastSteps.push(task),
      afterCommit: (task) => void followUps.push(task),
      scheduleWake: (job, atMs) =>
        void dues.set(job, Math.min(dues.get(job) ?? Number.POSITIVE_INFINITY, atMs)),
      creates(code) {
        current.creates = code;
      },
    });
    return Object.assign(current, { unit });
  };

  return (work) => {
    if (running) return work(running.unit);
    const current = begin();
    running = current;
    let answer: ReturnType<typeof work>;
    try {
      begun.set(db, transactionCount(db) + 1);
      client.exec("BEGIN IMMEDIATE");
      try {
        answer = work(current.unit);
        // The list grows while it is read: a last step may add another.
        for (const task of current.lastSteps) task();
        if (current.dues.size > 0) options.recordWakes(current.dues);
        client.exec("COMMIT");
      } catch (error) {
        if (client.inTransaction) client.exec("ROLLBACK");
        if (current.creates) noteNotCreated(error, current.creates);
        throw error;
      }
    } finally {
      running = undefined;
    }
    for (const task of current.followUps) task();
    return answer;
  };
}
