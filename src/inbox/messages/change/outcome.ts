import { OutboxCompleted } from "#inbox/messages/events.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

interface Verdict {
  readonly state: "sent" | "failed" | "cancelled";
  readonly error: string | null;
}

/** Lets a request wait for the outcome of a send. */
export interface OutboxOutcomes {
  /** Resolves to the outcome of the send; null when there is no outcome within `ms`. */
  of(tenant: Tenant, outboxId: number, ms: number): Promise<Verdict | null>;
}
export const OutboxOutcomesPort = definePort<OutboxOutcomes>("outbox-outcomes");

export function createOutboxOutcomes({ bus }: Installation): OutboxOutcomes {
  const waiting = new Map<string, (verdict: Verdict) => void>();
  const nameOf = (tenant: Tenant, outboxId: number) => `${tenant.id}:${outboxId}`;
  bus.after(OutboxCompleted, (tenant, { outboxId, state, error }) =>
    waiting.get(nameOf(tenant, outboxId))?.({ state, error }),
  );
  return {
    of(tenant, outboxId, ms) {
      const name = nameOf(tenant, outboxId);
      return new Promise((resolve) => {
        const done = (verdict: Verdict | null) => {
          cancel();
          waiting.delete(name);
          resolve(verdict);
        };
        const cancel = tenant.clock.after(ms, () => done(null));
        waiting.set(name, done);
      });
    },
  };
}
