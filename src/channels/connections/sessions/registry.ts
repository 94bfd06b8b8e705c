import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { createSession, type Session } from "./session.ts";

/** The running sessions of this process. */
export interface Sessions {
  find(companyId: number, connectionId: number): Session | undefined;
  /** The running session, or a new one that is not begun yet; waits until one that is ending is over. */
  take(tenant: Tenant, connectionId: number): Promise<Session>;
  all(): readonly Session[];
  /** Commands about one connection wait for each other. */
  inTurn<T>(companyId: number, connectionId: number, work: () => Promise<T>): Promise<T>;
}

export const SessionsPort = definePort<Sessions>("sessions");

export function createSessions(): Sessions {
  const running = new Map<string, Session>();
  const turns = new Map<string, Promise<unknown>>();
  const nameOf = (companyId: number, connectionId: number) => `${companyId}:${connectionId}`;
  return {
    find: (companyId, connectionId) => running.get(nameOf(companyId, connectionId)),
    async take(tenant, connectionId) {
      const name = nameOf(tenant.id, connectionId);
      for (let known = running.get(name); known; known = running.get(name)) {
        if (!known.isEnding) return known;
        await known.end();
      }
      const session = createSession(tenant.itself, connectionId, () => {
        if (running.get(name) === session) running.delete(name);
      });
      running.set(name, session);
      return session;
    },
    all: () => [...running.values()],
    inTurn(companyId, connectionId, work) {
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
