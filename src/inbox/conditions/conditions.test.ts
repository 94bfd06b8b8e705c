import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as v from "valibot";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { createField } from "#people/fields/definitions.ts";
import { all, run } from "#platform/db/database.ts";
import { builtQuery, queryAll, type SqlValue } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { checkConditions } from "./check.ts";
import { type Condition, Conditions } from "./contract.ts";
import { evaluate, type Fact, holds } from "./evaluate/contract.ts";
import { factColumns, ticketFacts } from "./facts.ts";
import { referencesOf, withoutReference } from "./references.ts";
import { selecting } from "./select.sql.ts";
import { CONDITION_FIELDS, WITHOUT_DATA } from "./shape/contract.ts";

const held = (condition: Condition, found: Fact, me: number | null = null) =>
  evaluate({ all: [condition] }, { me, of: () => found }).holds;

describe("evaluation of conditions", () => {
  test.each([
    [{ field: "queue", op: "in", value: [1, null] }, null, true],
    [{ field: "queue", op: "not_in", value: [1] }, null, true],
    [{ field: "attendant", op: "in", value: ["nobody"] }, null, true],
    [{ field: "attendant", op: "in", value: ["me"] }, 7, true],
    [{ field: "attendant", op: "in", value: ["me"] }, 8, false],
    [{ field: "tags", op: "all_of", value: [1, 2] }, [2, 1, 3], true],
    [{ field: "tags", op: "none_of", value: [1] }, [], true],
    [{ field: "waiting_minutes", op: "gt", value: 30 }, null, false],
    [{ field: "waiting_minutes", op: "gt", value: 30 }, 30.5, true],
    [{ field: "contact.name", op: "contains", value: "JOAO" }, "dona joão", true],
    [{ field: "contact.number", op: "starts_with", value: ["5511", "5521"] }, "5521999", true],
    [{ field: "message.text", op: "contains_word", value: "boleto" }, "cadê o Boleto?", true],
    [{ field: "message.text", op: "contains_word", value: "bole" }, "cadê o boleto?", false],
    [{ field: "time.between", op: "in", value: ["22:00-06:00"] }, "23:15", true],
    [{ field: "time.between", op: "in", value: ["22:00-06:00"] }, "06:00", false],
    [{ field: "field.birth", op: "lt", value: "2000-01-01" }, "1990-05-05", true],
    [{ field: "field.cpf", op: "empty" }, null, true],
    [{ field: "unread", op: "is", value: false }, false, true],
  ] as [Condition, Fact, boolean][])("%p of %p is %p", (condition, found, expected) => {
    expect(held(condition, found, 7)).toBe(expected);
    expect(holds({ any: [condition] }, { me: 7, of: () => found })).toBe(expected);
  });

  test("an unknown value makes the result unknown only when the known values do not decide it", () => {
    const facts = { me: null, of: (field: string) => (field === "origin" ? undefined : 4) };
    const origin = { field: "origin", op: "in", value: ["api"] };
    const urgent = { field: "priority", op: "in", value: [4] };
    expect(evaluate({ all: [origin, urgent] }, facts).holds).toBeUndefined();
    expect(evaluate({ any: [origin, urgent] }, facts).holds).toBe(true);
    expect(evaluate({ all: [origin, { ...urgent, value: [1] }] }, facts).holds).toBe(false);
  });

  test("each condition is reported with the value found", () => {
    const { evaluated } = evaluate(
      {
        all: [
          { field: "priority", op: "in", value: [4] },
          { any: [{ field: "queue", op: "in", value: [2] }] },
        ],
      },
      { me: null, of: (field) => (field === "queue" ? 3 : 4) },
    );
    expect(evaluated.map(({ found, passed }) => [found, passed])).toEqual([
      [4, true],
      [3, false],
    ]);
  });
});

test("conditions of a deeper level, of an empty group and of both kinds are rejected", () => {
  const urgent = { field: "priority", op: "in", value: [4] };
  const fits = (input: unknown) => v.safeParse(Conditions, input).success;
  expect(fits({ all: [urgent, { any: [urgent] }] })).toBe(true);
  expect(fits({ all: [{ any: [{ all: [urgent] }] }] })).toBe(false);
  expect(fits({ all: [] })).toBe(false);
  expect(fits({ all: [urgent], any: [urgent] })).toBe(false);
});

test("a reference is found anywhere in the tree and can be removed from it", () => {
  const conditions: Conditions = {
    all: [
      { field: "tags", op: "any_of", value: [1, 2] },
      { any: [{ field: "queue", op: "in", value: [5] }] },
      { field: "field.cpf", op: "not_empty" },
    ],
  };
  expect(referencesOf(conditions)).toEqual([
    { kind: "tag", id: 1 },
    { kind: "tag", id: 2 },
    { kind: "queue", id: 5 },
    { kind: "field", id: "cpf" },
  ]);
  expect(withoutReference(conditions, { kind: "queue", id: 5 })).toEqual({
    all: [
      { field: "tags", op: "any_of", value: [1, 2] },
      { field: "field.cpf", op: "not_empty" },
    ],
  });
  expect(withoutReference(conditions, { kind: "tag", id: 1 })).toMatchObject({
    all: [{ field: "tags", op: "any_of", value: [2] }, {}, {}],
  });
});

describe("conditions on stored tickets", () => {
  let desk: Desk;
  let ana: UserCtx;
  beforeEach(() => {
    desk = openDesk();
    ana = desk.attendant({ name: "Ana" });
  });
  afterEach(() => desk.close());
  const problems = (conditions: Conditions) => {
    try {
      checkConditions(desk.tenant, "view", conditions);
      return {};
    } catch (error) {
      return (error as { details?: { fields?: unknown } }).details?.fields;
    }
  };

  test("an unknown field, operator or value is rejected with its place in the tree", () => {
    const good = { field: "priority", op: "in", value: [4] };
    const group = { any: [good, { field: "colour", op: "in", value: [1] }] };
    expect(problems({ all: [good, group, { ...good, op: "gt" }, { ...good, value: [9] }] })).toEqual({
      "conditions.all.1.any.1.field": "invalid",
      "conditions.all.2.op": "invalid",
      "conditions.all.3.value": "invalid",
    });
    expect(problems({ all: [good, { any: Array.from({ length: 20 }, () => good) }] })).toEqual({
      conditions: "too_long",
    });
  });

  test("fields of events and fields without data are rejected in a view", () => {
    for (const field of ["message.text", "time.hours", "rating.rate"])
      expect(problems({ all: [{ field, op: "in", value: ["open"] }] })).toEqual({
        "conditions.all.0.field": "invalid",
      });
  });

  test("a list selects exactly the tickets that meet the conditions", () => {
    fill();
    const ids = all<{ id: number }>(desk.tenant.db, "SELECT id FROM ticket").map(({ id }) => id);
    const me = ana.actor.id;
    const leaf = fc.constantFrom(...samples());
    const group = fc.array(leaf, { minLength: 1, maxLength: 3 });
    const tree = fc.array(
      fc.oneof(
        leaf,
        group.map((any) => ({ any })),
        group.map((every) => ({ all: every })),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    const trees = fc.oneof(
      tree.map((every) => ({ all: every })),
      tree.map((any) => ({ any })),
    );
    const agree = (conditions: Conditions) => {
      const evaluated = ids.filter((id) => {
        const facts = ticketFacts(desk.tenant, id, { me });
        return facts && evaluate(conditions, facts).holds;
      });
      expect({ conditions, ids: select(conditions, me) }).toEqual({ conditions, ids: evaluated });
    };
    for (const one of samples()) agree({ all: [one] });
    fc.assert(fc.property(trees, agree), { numRuns: 60 });
  });

  test("every field with data has an expression, and a fact for each ticket", () => {
    const { id } = desk.waiting(desk.sales);
    const facts = ticketFacts(desk.tenant, id, { me: ana.actor.id });
    const ofTickets = Object.entries(CONDITION_FIELDS).filter(
      ([field, { except }]) => !WITHOUT_DATA.has(field) && !except?.includes("view"),
    );
    for (const [field] of ofTickets) expect([field, facts?.of(field)]).not.toEqual([field, undefined]);
    expect(ticketFacts(desk.tenant, 999)).toBeUndefined();
    // The first statement reads only some fields; all other fields must have the same value.
    const some = ticketFacts(desk.tenant, id, {
      me: ana.actor.id,
      fields: factColumns(["priority", "tags"]),
    });
    for (const field of Object.keys(CONDITION_FIELDS))
      expect([field, some?.of(field)]).toEqual([field, facts?.of(field)]);
  });

  function select(conditions: Conditions, me: number): number[] {
    const params: Record<string, SqlValue> = {};
    const where = selecting(
      desk.tenant,
      conditions,
      me,
    )((value) => {
      const name = `p${Object.keys(params).length}`;
      params[name] = value;
      return `:${name}`;
    });
    const rows = queryAll(
      desk.tenant.db,
      builtQuery<typeof params, { id: number }>(`SELECT t.id FROM ticket t WHERE ${where} ORDER BY t.id`),
      params,
    );
    return rows.map(({ id }) => id);
  }

  function fill(): void {
    const { db } = desk.tenant;
    const tag = (name: string) =>
      run(db, "INSERT INTO tag (name, color, created_at, updated_at) VALUES (?, '#000000', 0, 0)", name).id;
    const [vip, late] = [tag("VIP"), tag("Atraso")];
    const boss = desk.admin();
    createField(boss, {
      of: "ticket",
      key: "plan",
      label: "Plano",
      kind: "choice",
      choices: ["Ouro", "Prata"],
      required: false,
      queueIds: [],
      inList: false,
    });
    createField(boss, {
      of: "contact",
      key: "born",
      label: "Nascido",
      kind: "date",
      choices: [],
      required: false,
      queueIds: [],
      inList: false,
    });
    const tickets = Array.from({ length: 12 }, (_, index) => {
      desk.app.clock.advance(10 * 60_000);
      return index % 3 === 0
        ? desk.attended(ana, desk.sales)
        : desk.waiting([desk.sales, desk.support, null][index % 3] ?? null);
    });
    tickets.forEach(({ id, contactId }, index) => {
      if (index % 2 === 0) addTag(boss, id, vip);
      if (index % 4 === 0) addTag(boss, id, late);
      run(
        db,
        "UPDATE ticket SET priority = ?, chatbot = ? WHERE id = ?",
        (index % 4) + 1,
        index % 5 === 0 ? 1 : 0,
        id,
      );
      if (index % 3 === 1)
        run(
          db,
          "INSERT INTO field_value (field_id, ticket_id, text, folded) VALUES (1, ?, 'Ouro', 'ouro')",
          id,
        );
      if (index % 3 === 2)
        run(
          db,
          "INSERT INTO field_value (field_id, contact_id, text, num) VALUES (2, ?, '1990-01-02', 19900102)",
          contactId,
        );
      if (index === 4)
        run(db, "UPDATE contact SET name = 'João Ávila', opted_out_at = 1 WHERE id = ?", contactId);
    });
    desk.app.clock.advance(60_000);
  }
  const samples = (): Condition[] => [
    { field: "status", op: "in", value: ["open"] },
    { field: "status", op: "not_in", value: ["open", "closed"] },
    { field: "queue", op: "in", value: [desk.sales, null] },
    { field: "queue", op: "not_in", value: [desk.sales] },
    { field: "connection", op: "in", value: [desk.connectionId] },
    { field: "channel", op: "in", value: ["whatsapp"] },
    { field: "attendant", op: "in", value: ["me"] },
    { field: "attendant", op: "in", value: ["nobody", ana.actor.id] },
    { field: "attendant", op: "not_in", value: ["me"] },
    { field: "priority", op: "in", value: [3, 4] },
    { field: "origin", op: "in", value: ["contact", "api"] },
    { field: "resolution", op: "in", value: [null] },
    { field: "tags", op: "any_of", value: [1, 2] },
    { field: "tags", op: "all_of", value: [1, 2] },
    { field: "tags", op: "none_of", value: [2] },
    { field: "unread", op: "is", value: true },
    { field: "unread", op: "is", value: false },
    { field: "asleep", op: "is", value: false },
    { field: "bot_active", op: "is", value: true },
    { field: "group", op: "is", value: true },
    { field: "participating", op: "is", value: false },
    { field: "waiting_minutes", op: "gt", value: 30 },
    { field: "waiting_minutes", op: "lt", value: 60 },
    { field: "age_minutes", op: "gt", value: 45 },
    { field: "idle_minutes", op: "lt", value: 45 },
    { field: "attendances_of_contact", op: "lt", value: 2 },
    { field: "last_message_by", op: "in", value: ["customer"] },
    { field: "contact.number", op: "starts_with", value: ["5511"] },
    { field: "contact.name", op: "contains", value: "joao av" },
    { field: "contact.is_new", op: "is", value: true },
    { field: "contact.opted_out", op: "is", value: true },
    { field: "field.plan", op: "in", value: ["ouro"] },
    { field: "field.plan", op: "empty" },
    { field: "field.born", op: "lt", value: "2000-01-01" },
    { field: "field.born", op: "not_empty" },
    { field: "field.gone", op: "not_empty" },
  ];
});
