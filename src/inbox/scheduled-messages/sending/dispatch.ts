import { isStoppedByBudget } from "#inbox/costs/index.ts";
import { createPlannedMessage, rendered } from "#inbox/messages/index.ts";
import { latestAt } from "#inbox/scheduled-messages/policy.ts";
import { scheduledMessageById } from "#inbox/scheduled-messages/queries.ts";
import * as sql from "#inbox/scheduled-messages/scheduled-messages.sql.ts";
import { changeScheduledMessage, SCHEDULES_DUE } from "#inbox/scheduled-messages/store.ts";
import { connectionFor, templateOf } from "#inbox/scheduled-messages/template.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { finishFailed, finishForGood, finishSent, SOURCE } from "./finish.ts";

/**
 * Creates the message of a claimed row in its conversation and in the outbox, and links it to the row, all in one
 * transaction: after a crash either all of this exists or nothing.
 */
export function dispatchScheduledMessage(tenant: Tenant, id: number): void {
  tenant.write((unit) => {
    const row = scheduledMessageById(unit.db, id);
    if (row?.status !== "queued" || row.outboxId !== null) return;
    const connectionId = connectionFor(unit.db, row);
    if (connectionId === undefined) {
      if (row.connectionId === null) finishFailed(unit, row, "ERR_NO_DEF_WAPP_FOUND");
      else finishForGood(unit, row, "ERR_NO_WAPP_FOUND");
      return;
    }
    if (isStoppedByBudget(tenant, connectionId, "automatic")) {
      finishFailed(unit, row, "ERR_BUDGET_USED");
      return;
    }
    const template = templateOf(row);
    const planned = createPlannedMessage(unit, {
      contactId: row.contactId,
      connectionId,
      text: row.body,
      fileId: row.mediaId,
      ...(template && {
        template: {
          name: template.templateName,
          language: template.templateLanguage,
          values: (situation) => template.parameters.map((value) => rendered(tenant, value, situation)),
        },
      }),
      author: { id: row.userId, name: queryOne(unit.db, sql.authorName, { id: row.userId })?.name ?? "" },
      origin: "schedule",
      source: SOURCE,
      sourceKey: `${SOURCE}:${row.id}:${row.sendAt}`,
    });
    if ("code" in planned) {
      finishFailed(unit, row, planned.code);
      return;
    }
    const { state, messageId: _message, ...written } = planned;
    changeScheduledMessage(unit, id, written);
    // The message was created by an earlier run that ended before the row was linked.
    if (state === "sent") finishSent(unit, row);
    else if (state === "failed" || state === "cancelled") finishFailed(unit, row, "ERR_SENDING_WAPP_MSG");
    else unit.scheduleWake(SCHEDULES_DUE, latestAt(row));
  });
}
