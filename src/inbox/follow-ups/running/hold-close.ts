import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import type { FollowUpRun } from "#inbox/follow-ups/schema.ts";
import { cancelUntried, replanMessage } from "#inbox/messages/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { FOLLOW_UPS_DUE } from "./start.ts";
import { SOURCE } from "./step.ts";

/**
 * Its ticket was closed and the close can be undone: the run waits, and ends when the close is settled
 * (docs/rules/follow-ups.md#undo-close). Its step that waits in the outbox is taken back, and due again after an undo.
 */
export function holdRun(unit: TenantUnit, run: FollowUpRun): void {
  const { id, outboxId, nextAt } = run;
  if (outboxId === null) return;
  const step = run.step - 1;
  // Unlinked first, so that the cancellation is not taken for a person's.
  execute(unit.db, sql.advance, { step, nextAt: unit.now, outboxId: null, id });
  if (!cancelUntried(unit, outboxId)) {
    // The network may have accepted the step: the run continues when its answer arrives.
    execute(unit.db, sql.advance, { step: run.step, nextAt: nextAt ?? unit.now, outboxId, id });
    return;
  }
  replanMessage(unit, SOURCE, `${id}:${step}`);
  execute(unit.db, sql.deleteStep, { runId: id, step });
  unit.scheduleWake(FOLLOW_UPS_DUE, unit.now);
}
