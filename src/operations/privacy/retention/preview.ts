import type { RetentionPreview } from "#operations/privacy/contract.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Rules } from "./rules.ts";
import { fileStep, type Step, ticketStep } from "./steps.ts";

/** Counts what these rules would delete now, without deleting. Counted in steps, so that other requests are not delayed. */
export async function previewRetention({ tenant }: UserCtx, rules: Rules): Promise<RetentionPreview> {
  const now = tenant.clock.now();
  const sum = { files: 0, bytes: 0, messages: 0, tickets: 0 };
  const walk = async <Row>(next: (cursor: number) => Step<Row> | null, add: (row: Row) => void) => {
    for (let piece = next(0); piece; piece = next(piece.to)) {
      for (const row of piece.rows) add(row);
      await yieldToEventLoop(tenant);
    }
  };
  await walk(
    (cursor) => fileStep(tenant.db, rules, cursor, now),
    ({ size }) => {
      sum.files += 1;
      sum.bytes += size;
    },
  );
  await walk(
    (cursor) => ticketStep(tenant.db, rules, cursor, now),
    ({ messages }) => {
      sum.tickets += 1;
      sum.messages += messages;
    },
  );
  return sum;
}
