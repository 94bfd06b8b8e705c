import { SessionChanged } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/index.ts";
import { MessageStatusReported, MessagesMoved } from "#inbox/messages/events.ts";
import { AutomaticGatePort } from "#inbox/messages/index.ts";
import { ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { COSTS_DUE } from "./account/account.ts";
import { broadcastCosts } from "./broadcasts.ts";
import { hasBudget, isStoppedByBudget } from "./budget/budget.ts";
import { recordStatus } from "./ledger/record.ts";
import * as sql from "./listeners.sql.ts";

/** Ack status of a delivered message (docs/rules/messages.md#fields). */
const DELIVERED = 2;

/** Enters statuses into the ledger; rows of the ledger follow their contact when contacts are merged. */
export function listenForCosts(installation: Installation): void {
  const { bus, tenants, clock, ports } = installation;
  ports.plug(AutomaticGatePort, (tenant, connectionId) =>
    isStoppedByBudget(tenant, connectionId, "automatic"),
  );
  broadcastCosts(installation);
  bus.within(MessageStatusReported, (unit, report) => {
    recordStatus(unit, report);
    if (report.ack === DELIVERED && hasBudget(unit.tenant)) unit.scheduleWake(COSTS_DUE, unit.now);
  });
  bus.within(
    MessagesMoved,
    ({ db }, { ids, contactId }) =>
      void execute(db, sql.followMessages, { contactId, ids: JSON.stringify(ids) }),
  );
  // Rows of deleted messages.
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const rows = queryAll(db, sql.move, { toId: survivor.id, fromId: loser.id });
    moved.add(
      "message_cost",
      rows.map(({ id }) => id),
    );
  });
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    const ids = JSON.stringify(moved.of("message_cost"));
    execute(db, sql.moveBack, { toId: contact.id, fromId: survivorId, ids });
  });
  bus.after(SessionChanged, (tenant, { connectionId, after }) => {
    if (after.status !== "CONNECTED" || findConnection(tenant.db, connectionId)?.provider !== "cloud") return;
    tenants.scheduleWakeUnsynced(tenant.id, COSTS_DUE, clock.now());
  });
}
