import { timeZoneOf } from "#accounts/settings/index.ts";
import { ConnectionDeleted, ConnectionSaved, SessionChanged } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/index.ts";
import { GapFilled, MessagesRemoving } from "#inbox/messages/events.ts";
import { isPlaceholder } from "#inbox/messages/index.ts";
import { ContactMerging } from "#people/contacts/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as compareSql from "./compare.sql.ts";
import { ReconciliationChanged } from "./events.ts";
import * as sql from "./listeners.sql.ts";
import { createRun } from "./plan.ts";
import { LIMITS, nextNight } from "./policy.ts";
import { RECONCILIATION_DUE } from "./runner.ts";
import * as runsSql from "./runs.sql.ts";
import { SUBSCRIPTIONS_DUE } from "./subscription.ts";

/** Follows sessions (interruptions), stored gaps, deleted tickets, merges of contacts and deleted connections. */
export function listenToOthers({ bus }: Installation): void {
  bus.within(SessionChanged, (unit, { connectionId, before, after, lastEventAt }) => {
    if (after.status !== "CONNECTED" || before.status === "CONNECTED") return;
    const row = findConnection(unit.db, connectionId);
    if (row?.channel !== "whatsapp") return;
    if (row.provider === "cloud") return void unit.scheduleWake(SUBSCRIPTIONS_DUE, unit.now);
    unit.scheduleWake(RECONCILIATION_DUE, nextNight(unit.now, timeZoneOf(unit.tenant)));
    if (row.reconcileChats === 0) return;
    if ((row.linkedAt ?? unit.now) > unit.now - LIMITS.linkedForMs) return;
    if (lastEventAt != null && unit.now - lastEventAt > LIMITS.interruptionMs)
      createRun(unit, connectionId, "interruption", unit.now + LIMITS.interruptionDelayMs);
  });
  bus.within(ConnectionSaved, (unit) =>
    unit.scheduleWake(RECONCILIATION_DUE, nextNight(unit.now, timeZoneOf(unit.tenant))),
  );
  bus.within(ConnectionDeleted, (unit, { connectionId }) =>
    execute(unit.db, runsSql.stopOfConnection, { connectionId, now: unit.now }),
  );
  bus.within(GapFilled, (unit, { message }) => {
    const { connectionId, contactId, providerId } = message;
    const gap =
      providerId === null
        ? undefined
        : queryOne(unit.db, compareSql.openGap, { connectionId, contactId, providerId });
    if (!gap) return;
    const state = isPlaceholder(message.body) ? "unreadable" : "filled";
    execute(unit.db, compareSql.closeGap, { id: gap.id, state, messageId: message.id });
    if (state === "filled") execute(unit.db, runsSql.countFilled, { id: gap.runId });
    unit.emit(ReconciliationChanged, { connectionId });
  });
  bus.within(MessagesRemoving, ({ db, now }, { ids }) =>
    execute(db, sql.rememberRemoved, { ids: JSON.stringify(ids), since: now - LIMITS.removedKeptMs }),
  );
  bus.within(ContactMerging, (unit, { survivor, loser }) => mergeChats(unit, survivor.id, loser.id));
}

/**
 * After a merge, the survivor's chats count as compared only for the time in which both contacts' chats were; gaps and deleted
 * messages move with the chat.
 */
function mergeChats({ db }: TenantUnit, survivorId: number, loserId: number): void {
  execute(db, sql.mergeProofs, { survivorId, loserId });
  execute(db, sql.moveGaps, { survivorId, loserId });
  execute(db, sql.moveRemoved, { survivorId, loserId });
}
