import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Maximum concurrent turns: one slow server must not delay other companies. */
const PER_COMPANY = 8;
const IN_ALL = 64;

/** Runs claimed turns outside the job that claims them. */
export interface TurnRunner {
  /** Number of further turns of this company that may start now. */
  free(tenant: Tenant): number;
  start(tenant: Tenant, turnId: number, work: () => Promise<void>): void;
  /** The running turns of this company. */
  running(tenant: Tenant): readonly number[];
  /** Resolves when no turn is running. */
  idle(): Promise<void>;
}
export const TurnRunnerPort = definePort<TurnRunner>("ai-turn-runner");

export function createTurnRunner(): TurnRunner {
  const running = new Set<Promise<void>>();
  const perCompany = new Map<number, Set<number>>();
  const turnsOf = (id: number) => perCompany.get(id) ?? new Set<number>();
  return {
    free: ({ id }) => Math.min(PER_COMPANY - turnsOf(id).size, IN_ALL - running.size),
    running: ({ id }) => [...turnsOf(id)],
    start(tenant, turnId, work) {
      const release = tenant.keepOpen();
      perCompany.set(tenant.id, turnsOf(tenant.id).add(turnId));
      const flight = work()
        .catch((error: unknown) =>
          tenant.log.error({ turn: turnId, err: error }, "prompt turn failed with an internal error"),
        )
        .finally(() => {
          running.delete(flight);
          turnsOf(tenant.id).delete(turnId);
          if (turnsOf(tenant.id).size === 0) perCompany.delete(tenant.id);
          release();
        });
      running.add(flight);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
