import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { fillIndex } from "#platform/db/late-index.ts";
import { builtQuery, queryAll, type SqlValue } from "#platform/db/query.ts";
import { fold } from "#platform/text.ts";
import { nameContains } from "./names.sql.ts";

let desk: Desk;
beforeAll(() => {
  desk = openDesk();
});
afterAll(() => desk.close());

const NAME = "(SELECT c.name FROM contact c WHERE c.id = t.contact_id)";

/** The names of contacts that contain a text according to the condition of lists. */
function found(text: string): string[] {
  const params: Record<string, SqlValue> = {};
  const bind = (value: SqlValue) => {
    const name = `p${Object.keys(params).length}`;
    params[name] = value;
    return `:${name}`;
  };
  const where = nameContains(desk.tenant.db, bind, NAME, fold(text));
  const rows = queryAll(
    desk.tenant.db,
    builtQuery<typeof params, { name: string }>(
      `SELECT ${NAME} AS name FROM (SELECT id AS contact_id FROM contact) t WHERE ${where} ORDER BY t.contact_id`,
    ),
    params,
  );
  return rows.map(({ name }) => name);
}
const judged = (text: string): string[] =>
  all<{ name: string }>(desk.tenant.db, "SELECT name FROM contact ORDER BY id")
    .map(({ name }) => name)
    .filter((name) => fold(name).includes(fold(text)));

function add(names: readonly string[]): void {
  for (const name of names)
    run(
      desk.tenant.db,
      "INSERT INTO contact (uuid, name, created_at, updated_at) VALUES (?, ?, 1, 1)",
      ...[crypto.randomUUID(), name],
    );
}

const pieces = fc.constantFrom(
  ...[
    "Ana",
    "João",
    "Joa\u0303o",
    "CONCEIÇÃO",
    "Zé",
    "🌸",
    "Trần",
    "Thị",
    "Łukasz",
    "Straße",
    "Σίσυφος",
    "İpek",
  ],
  ...[
    " ",
    "  ",
    "-",
    '"',
    "'",
    "*",
    ":",
    "(",
    "OR",
    "name",
    "%",
    "\u00a0",
    "ﬁ",
    "\n",
    "1234",
    "ñ",
    "Иван",
    "안녕",
  ],
);
const name = fc.array(fc.oneof(pieces, fc.string({ maxLength: 4, unit: "grapheme" })), {
  minLength: 1,
  maxLength: 6,
});

describe("a condition on names", () => {
  test("the index finds exactly the names that contain the text without case and accents", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), fc.array(name), (indexed, fresh) => {
        run(desk.tenant.db, "DELETE FROM contact");
        const names = indexed.map((parts) => parts.join(""));
        add(names);
        fillIndex(desk.tenant.db, "contact");
        // These names are found although they are not indexed yet.
        add(fresh.map((parts) => parts.join("")));
        for (const parts of [...indexed, ...fresh]) {
          const whole = parts.join("");
          const letters = [...whole];
          const texts = [whole, ...parts, letters.slice(1, 4).join(""), letters.slice(-3).join("")];
          for (let at = 0; at < letters.length - 1; at += 1) texts.push(letters.slice(at, at + 2).join(""));
          for (const text of texts.filter((one) => fold(one) !== ""))
            expect([text, found(text)]).toEqual([text, judged(text)]);
        }
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 60) },
    );
  });

  test("the index compares every letter of Latin names like `fold`", () => {
    run(desk.tenant.db, "DELETE FROM contact");
    const letters = Array.from({ length: 0x1e0 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at));
    add(letters.map((letter) => `ab${letter}cd`));
    fillIndex(desk.tenant.db, "contact");
    for (const letter of letters)
      for (const text of [`ab${letter}cd`, `b${letter}`, `${letter}c`])
        expect([text, found(text)]).toEqual([text, judged(text)]);
  });

  test("a renamed contact is found by the new name only", () => {
    run(desk.tenant.db, "DELETE FROM contact");
    add(["Mariana"]);
    fillIndex(desk.tenant.db, "contact");
    run(desk.tenant.db, "UPDATE contact SET name = 'Joana'");
    expect([found("mariana"), found("joana")]).toEqual([[], ["Joana"]]);
  });

  test.each(["ana", "99"])(
    "a condition on names searches the index for %p and reads only odd names",
    (text) => {
      const plan = all<{ detail: string }>(
        desk.tenant.db,
        `EXPLAIN QUERY PLAN SELECT t.id FROM ticket t WHERE t.status = 'open' AND
        ${nameContains(desk.tenant.db, (value) => `'${value}'`, NAME, text)}`,
      ).map(({ detail }) => detail);
      expect(plan.some((line) => /contact_(search|initial) VIRTUAL TABLE INDEX/.test(line))).toBe(true);
      expect(plan.some((line) => line.includes("USING COVERING INDEX contact_odd_name"))).toBe(true);
    },
  );
});
