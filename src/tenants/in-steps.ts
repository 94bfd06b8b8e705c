import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "./tenant.ts";

/** A part of long work that takes one transaction of a few milliseconds. */
export type Step = (unit: TenantUnit) => void;

/**
 * Runs the steps in order, each in its own transaction without audit; other requests are served in between
 * (docs/rules/limits.md#long-work). When a step throws, the earlier steps stay and the later ones do not run.
 */
export async function runInSteps({ base }: Tenant, steps: readonly Step[]): Promise<void> {
  const release = base.keepOpen();
  try {
    for (const step of steps) {
      base.write(step);
      await yieldToEventLoop(base);
    }
  } finally {
    release();
  }
}
