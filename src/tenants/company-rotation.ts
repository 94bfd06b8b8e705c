import type { Tenant } from "./tenant.ts";

export interface CompanyRotation {
  /** Reports that this company has work. */
  wake(tenant: Tenant): void;
  /** Starts no further step; a running step is synchronous and completes. */
  stop(): void;
}

interface Options {
  /** One step of the work of a company; true = there may be more. */
  readonly step: (tenant: Tenant) => boolean;
  readonly onError: (tenant: Tenant, error: unknown) => void;
}

/** Processes the work of companies in rotation, one step per turn of the event loop. */
export function rotateCompanies({ step, onError }: Options): CompanyRotation {
  const waiting = new Set<Tenant>();
  let scheduled = false;
  let stopped = false;
  const schedule = () => {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(turn);
  };
  const turn = () => {
    scheduled = false;
    const [tenant] = waiting;
    if (!tenant || stopped) return;
    // Re-inserting the company puts it at the end of the set.
    waiting.delete(tenant);
    try {
      if (step(tenant)) waiting.add(tenant);
    } catch (error) {
      onError(tenant, error);
    }
    if (waiting.size > 0) schedule();
  };
  return {
    wake(tenant) {
      waiting.add(tenant.base);
      schedule();
    },
    stop() {
      stopped = true;
    },
  };
}
