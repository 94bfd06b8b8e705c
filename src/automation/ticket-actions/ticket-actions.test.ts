import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as v from "valibot";
import { listParticipants } from "#inbox/tickets/participants/participants.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { createField } from "#people/fields/definitions.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { BulkActions, MacroActions } from "./contract.ts";
import { ActionRefused, runActions } from "./run-actions.ts";
import { fieldValue } from "./set-field.ts";

let desk: Desk;
let ana: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
});
afterEach(() => desk.close());

const notes = (id: number) =>
  one<{ n: number }>(desk.tenant.db, "SELECT count(*) AS n FROM ticket_note WHERE ticket_id = ?", id)?.n;

describe("actions on a ticket", () => {
  test("actions run in their order, and a refused action leaves the ticket unchanged and reports its index", () => {
    const { id } = desk.waiting(desk.sales);
    const bia = desk.attendant({ name: "Bia" });
    let refused: unknown;
    try {
      runActions(ana, id, [
        { action: "note", text: "primeiro" },
        { action: "priority", priority: 4 },
        { action: "assign", userId: 999_999 },
      ]);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ActionRefused);
    expect(refused).toMatchObject({ index: 2, error: { code: "ERR_NO_USER_FOUND" } });
    expect([notes(id), desk.ticket(id).priority]).toEqual([0, 2]);
    expect(
      runActions(ana, id, [
        { action: "priority", priority: 4 },
        { action: "assign", userId: bia.actor.id },
      ]),
    ).toBe(true);
    expect(desk.ticket(id)).toMatchObject({ priority: 4, status: "open", userId: bia.actor.id });
  });

  test("an assignment to oneself accepts a waiting ticket, and an action whose result already exists changes nothing", () => {
    const { id } = desk.waiting(desk.sales);
    expect(runActions(ana, id, [{ action: "assign", userId: "me" }])).toBe(true);
    expect(desk.ticket(id)).toMatchObject({ status: "open", userId: ana.actor.id });
    expect(
      runActions(ana, id, [
        { action: "assign", userId: "me" },
        { action: "priority", priority: 2 },
      ]),
    ).toBe(false);
    expect(runActions(ana, id, [{ action: "transfer", queueId: desk.sales }])).toBe(false);
    expect(runActions(ana, id, [{ action: "resolve", farewell: false }])).toBe(true);
    expect(runActions(ana, id, [{ action: "resolve", farewell: false }])).toBe(false);
  });

  test("a snooze ends after its minutes, or when the company opens", () => {
    const { id } = desk.attended(ana, desk.sales);
    const now = desk.tenant.clock.now();
    runActions(ana, id, [{ action: "snooze", mode: "time", minutes: 30 }]);
    expect(desk.ticket(id).snoozedUntil).toBe(now + 30 * 60_000);
    const local = (at: number | null) =>
      new Date(at ?? 0).toLocaleString("en-GB", {
        timeZone: "America/Sao_Paulo",
        weekday: "long",
        hour: "2-digit",
      });
    runActions(ana, id, [{ action: "snooze", mode: "either", opening: "monday" }]);
    expect(local(desk.ticket(id).snoozedUntil)).toContain("Monday");
    expect(local(desk.ticket(id).snoozedUntil)).toContain("08");
  });

  test("a field is set on the contact that has this key, else on the ticket, and null removes it", () => {
    const { id } = desk.attended(ana, desk.sales);
    const admin = desk.admin();
    for (const [of, key] of [
      ["contact", "cpf"],
      ["ticket", "pedido"],
    ] as const)
      createField(admin, {
        of,
        key,
        label: key,
        kind: "text",
        choices: [],
        required: false,
        queueIds: [],
        inList: false,
      });
    const set = (key: string, value: string | null) =>
      runActions(ana, id, [{ action: "field_set", key, value }]);
    const value = (key: string) => fieldValue(desk.tenant, desk.ticket(id), key);
    expect([set("cpf", "123"), set("cpf", "123"), set("pedido", "7")]).toEqual([true, false, true]);
    expect([value("cpf"), value("pedido")]).toEqual(["123", "7"]);
    expect([set("cpf", null), value("cpf")]).toEqual([true, null]);
    expect(() => set("nada", "1")).toThrow("ERR_VALIDATION");
  });

  test("only users who may invite participants add people to a ticket", () => {
    const { id } = desk.attended(ana, desk.sales);
    const tech = desk.attendant({ name: "Téo", queueIds: [desk.support] });
    const bia = desk.attendant({ name: "Bia" });
    const add = [{ action: "participant_add" as const, userIds: [tech.actor.id] }];
    expect(() => runActions(bia, id, add)).toThrow("ERR_NO_PERMISSION");
    runActions(ana, id, add);
    expect(listParticipants(ana, id).map(({ user }) => user.name)).toEqual(["Téo"]);
  });

  test("a macro has at most three replies, and bulk runs none", () => {
    const reply = { action: "reply", text: "Oi" };
    expect(v.is(MacroActions, [reply, reply, reply])).toBe(true);
    expect(v.is(MacroActions, [reply, reply, reply, reply])).toBe(false);
    expect(v.is(BulkActions, [reply])).toBe(false);
    for (const empty of [
      { action: "reply", text: "  " },
      { action: "reply", text: "a", quickReplyId: 1 },
    ])
      expect(v.is(MacroActions, [empty])).toBe(false);
  });

  test("a list with an action after a transfer, return or resolve is rejected", () => {
    const last = [
      { action: "return" },
      { action: "transfer", queueId: 1 },
      { action: "resolve", farewell: true },
    ];
    const priority = { action: "priority", priority: 1 };
    for (const action of last) {
      expect(v.is(BulkActions, [priority, action])).toBe(true);
      expect(v.is(BulkActions, [action, priority])).toBe(false);
    }
  });
});
