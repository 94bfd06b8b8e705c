import { AppError } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { Session } from "./session.ts";

/** The running sessions of this process. */
export interface Sessions {
  find(companyId: number, connectionId: number): Session | undefined;
  /**
   * Returns the running session, or a new session that has not begun; waits for a session that is ending. Rejects with 503
   * ERR_NOT_DURABLE while the company is held.
   */
  getOrCreate(tenant: Tenant, connectionId: number): Promise<Session>;
  all(): readonly Session[];
  /** No session of the company begins until `release`. */
  hold(companyId: number): void;
  /** Returns whether the company was held. */
  release(companyId: number): boolean;
  /** Runs the commands for one connection one after the other. */
  runExclusive<T>(companyId: number, connectionId: number, work: () => Promise<T>): Promise<T>;
}

export const SessionsPort = definePort<Sessions>("sessions");

export function createSessions(): Sessions {
  const running = new Map<string, Session>();
  const turns = new Map<string, Promise<unknown>>();
  const held = new Set<number>();
  const nameOf = (companyId: number, connectionId: number) => `${companyId}:${connectionId}`;
  return {
    find: (companyId, connectionId) => running.get(nameOf(companyId, connectionId)),
    async getOrCreate(tenant, connectionId) {
      const name = nameOf(tenant.id, connectionId);
      for (let known = running.get(name); known; known = running.get(name)) {
        if (!known.isEnding) return known;
        await known.end();
      }
      if (held.has(tenant.id)) throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
      const session: Session = new Session(tenant.base, connectionId, () => {
        if (running.get(name) === session) running.delete(name);
      });
      running.set(name, session);
      return session;
    },
    all: () => [...running.values()],
    hold: (companyId) => void held.add(companyId),
    release: (companyId) => held.delete(companyId),
    runExclusive(companyId, connectionId, work) {
      const name = nameOf(companyId, connectionId);
      const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
      turns.set(name, turn);
      const clear = () => {
        if (turns.get(name) === turn) turns.delete(name);
      };
      turn.then(clear, clear);
      return turn;
    },
  };
}
