import { nextNight } from "./policy.ts";
import type { Office } from "./testing.ts";

/** Sets the clock to 02:05 of the company and runs the job. */
export async function startNight(office: Office): Promise<void> {
  office.app.clock.set(nextNight(office.app.clock.now(), "America/Sao_Paulo") + 5 * 60_000);
  await office.app.app.runJob("reconciliation");
}
