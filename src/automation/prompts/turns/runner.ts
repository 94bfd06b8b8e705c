import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** What is thought of at the same time: one slow server must not hold up the other companies. */
const PER_COMPANY = 8;
const IN_ALL = 64;

/** Carries out claimed turns outside the job that claims them. */
export interface TurnRunner {
  /** How many more of this company may begin now. */
  free(tenant: Tenant): number;
  start(tenant: Tenant, turnId: number, work: () => Promise<void>): void;
  /** Turns of this company in flight. */
  flying(tenant: Tenant): readonly number[];
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
}
export const TurnRunnerPort = definePort<TurnRunner>("ai-turn-runner");

export function createTurnRunner(): TurnRunner {
  const flying = new Set<Promise<void>>();
  const perCompany = new Map<number, Set<number>>();
  const turnsOf = (id: number) => perCompany.get(id) ?? new Set<number>();
  return {
    free: ({ id }) => Math.min(PER_COMPANY - turnsOf(id).size, IN_ALL - flying.size),
    flying: ({ id }) => [...turnsOf(id)],
    start(tenant, turnId, work) {
      const release = tenant.keepOpen();
      perCompany.set(tenant.id, turnsOf(tenant.id).add(turnId));
      const flight = work()
        .catch((error: unknown) => tenant.log.error({ err: error }, "AI turn failed"))
        .finally(() => {
          flying.delete(flight);
          turnsOf(tenant.id).delete(turnId);
          if (turnsOf(tenant.id).size === 0) perCompany.delete(tenant.id);
          release();
        });
      flying.add(flight);
    },
    async idle() {
      while (flying.size > 0) await Promise.all(flying);
    },
  };
}
