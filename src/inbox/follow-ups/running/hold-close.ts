import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import type { FollowUpRun } from "#inbox/follow-ups/schema.ts";
import { cancelUntried, replanMessage } from "#inbox/messages/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { FOLLOW_UPS_DUE } from "./start.ts";
import { SOURCE } from "./step.ts";

/**
 * Called when the ticket of a run was closed and the close can be undone: the run waits, and ends when the close is settled
 * (docs/rules/follow-ups.md#undo-close). A step that waits in the outbox is cancelled; after an undo it is due again.
 */
export function holdRun(unit: TenantUnit, run: FollowUpRun): void {
  const { id, outboxId, nextAt } = run;
  if (outboxId === null) return;
  const step = run.step - 1;
  // First unlinked, so that the cancellation does not count as one by a person.
  execute(unit.db, sql.advance, { step, nextAt: unit.now, outboxId: null, id });
  if (!cancelUntried(unit, outboxId)) {
    // The network may have accepted the step, so the run continues when the network's answer arrives.
    execute(unit.db, sql.advance, { step: run.step, nextAt: nextAt ?? unit.now, outboxId, id });
    return;
  }
  replanMessage(unit, SOURCE, `${id}:${step}`);
  execute(unit.db, sql.deleteStep, { runId: id, step });
  unit.scheduleWake(FOLLOW_UPS_DUE, unit.now);
}
