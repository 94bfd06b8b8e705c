import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** What is thought of at the same time: one slow server must not hold up the other companies. */
const PER_COMPANY = 8;
const IN_ALL = 64;

/** Carries out claimed turns outside the job that claims them. */
export interface TurnRunner {
  /** How many more of this company may begin now. */
  free(tenant: Tenant): number;
  start(tenant: Tenant, work: () => Promise<void>): void;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
}
export const TurnRunnerPort = definePort<TurnRunner>("ai-turn-runner");

export function createTurnRunner(): TurnRunner {
  const flying = new Set<Promise<void>>();
  const perCompany = new Map<number, number>();
  return {
    free: ({ id }) => Math.min(PER_COMPANY - (perCompany.get(id) ?? 0), IN_ALL - flying.size),
    start(tenant, work) {
      const release = tenant.hold();
      perCompany.set(tenant.id, (perCompany.get(tenant.id) ?? 0) + 1);
      const flight = work()
        .catch((error: unknown) => tenant.log.error({ err: error }, "AI turn failed"))
        .finally(() => {
          flying.delete(flight);
          const left = (perCompany.get(tenant.id) ?? 1) - 1;
          if (left > 0) perCompany.set(tenant.id, left);
          else perCompany.delete(tenant.id);
          release();
        });
      flying.add(flight);
    },
    async idle() {
      while (flying.size > 0) await Promise.all(flying);
    },
  };
}
