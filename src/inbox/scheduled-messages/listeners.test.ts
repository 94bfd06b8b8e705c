import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { ContactExporting, type ExportedPart } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/index.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { run } from "#platform/db/database.ts";
import { testConnection, testContact } from "#test/helpers/installation.ts";
import { updateSchedule } from "./save.ts";
import { HOUR, type Plans, plans } from "./testing.ts";

let s: Plans;
beforeEach(() => {
  s = plans();
});
afterEach(() => s.close());

const tickets = () =>
  s.rows<{ id: number; status: string; origin: string; updated_at: number; last_message: string }>(
    "SELECT id, status, origin, updated_at, last_message FROM ticket ORDER BY id",
  );
const DAY = 24 * HOUR;

describe("changes that affect a scheduled message", () => {
  test("deleting a connection fails its pending scheduled messages and ends their series", async () => {
    const heir = testConnection(s.tenant, { name: "Herdeira" });
    const id = s.plan({ whatsappId: s.connectionId, recurrence: "daily" });
    const byDefault = s.plan();
    deleteConnection(s.admin, s.connectionId, null);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_NO_WAPP_FOUND", nextId: null });
    expect(s.planned(byDefault)?.status).toBe("pending");
    expect(s.rows("SELECT 1 FROM scheduled_message")).toHaveLength(2);
    updateSchedule(s.ana, id, { whatsappId: heir });
    expect(s.planned(id)?.status).toBe("pending");
  });

  test("a scheduled message moves with its contact in a merge and moves back in the undo", async () => {
    const other = testContact(s.tenant, { name: "Maria de novo" });
    const id = s.plan({ contactId: other });
    const mergeId = await mergeByHand(s.admin, s.mariaId, other);
    expect(s.planned(id)?.contactId).toBe(s.mariaId);
    await undoMerge(s.admin, mergeId);
    expect(s.planned(id)?.contactId).toBe(other);
  });

  test("deleting a contact deletes its scheduled messages", async () => {
    const sent = s.plan();
    await s.pass(HOUR);
    s.accepted();
    const waiting = s.plan({ recurrence: "daily" });
    await deleteContact(s.admin, s.mariaId);
    expect([s.planned(sent), s.planned(waiting)]).toEqual([undefined, undefined]);
    await s.pass(2 * HOUR);
    expect(s.provider.sent).toHaveLength(1);
  });

  test("the export of a contact contains its scheduled messages", () => {
    s.plan({ body: "Parabéns, Maria!", recurrence: "monthly" });
    const parts: ExportedPart[] = [];
    const contact = contactById(s.tenant.db, s.mariaId);
    if (!contact) throw new Error("no contact");
    s.tenant.write((unit) => unit.emit(ContactExporting, { contact, add: (part) => void parts.push(part) }));
    const mine = parts.find((part) => "name" in part && part.name === "agendamentos.json");
    expect(mine && "rows" in mine && [...mine.rows()]).toMatchObject([
      { body: "Parabéns, Maria!", status: "PENDENTE", recurrence: "monthly", file: null },
    ]);
  });

  test("deleting a ticket deletes its scheduled message that was being sent, and nothing is sent again", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    await deleteTicket(s.admin, tickets()[0]?.id ?? 0);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_NO_TICKET_FOUND", ticketId: null });
    await s.online(true);
    await s.pass(60_000);
    expect(s.provider.sent).toEqual([]);
  });

  test("a company that is expired, disabled or without the plan feature sends no scheduled message until that ends", async () => {
    const id = s.plan();
    const { company } = s.tenant;
    run(s.installation.system, "UPDATE plan SET use_schedules = 0 WHERE id = ?", company.plan.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(HOUR);
    expect(s.planned(id)?.status).toBe("pending");
    run(s.installation.system, "UPDATE plan SET use_schedules = 1 WHERE id = ?", company.plan.id);
    run(s.installation.system, "UPDATE company SET due_date = '2020-01-01' WHERE id = ?", company.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(60_000);
    expect(s.planned(id)?.status).toBe("pending");
    run(s.installation.system, "UPDATE company SET due_date = NULL WHERE id = ?", company.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(60_000);
    expect(s.sentTexts()).toEqual(["Bom dia"]);
  });

  test("the job does not open a company without scheduled messages", async () => {
    expect(s.installation.tenants.dueCompanies("schedules", s.clock.now() + DAY)).toEqual([]);
    s.plan();
    expect(s.installation.tenants.dueCompanies("schedules", s.clock.now() + HOUR)).toEqual([s.tenant.id]);
    await s.pass(HOUR);
    s.accepted();
    await s.pass(13 * HOUR);
    expect(s.installation.tenants.dueCompanies("schedules", s.clock.now() + 100 * DAY)).toEqual([]);
  });
});
