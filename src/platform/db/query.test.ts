import { describe, expect, test } from "bun:test";
import { typed } from "./database.ts";
import { openDatabase } from "./open.ts";
import { builtQuery, execute, query, queryAll, queryOne } from "./query.ts";

const insert = query<{ id: number; label: string | null }>(
  "INSERT INTO shelf (id, label) VALUES (:id, :label)",
);
const rename = query<{ id: number; label: string }>(
  "UPDATE shelf SET label = :label, before = label WHERE id = :id",
);
const byId = query<{ id: number }, { label: string | null }>("SELECT label FROM shelf WHERE id = :id");
const everyLabel = query<Record<never, never>, { label: string }>("SELECT label FROM shelf ORDER BY id");
const around = query<{ id: number }, { id: number }>(
  "SELECT id FROM shelf WHERE id >= :id - 1 AND id <= :id + 1",
);
const quoted = query<{ id: number }, { text: string }>(
  "SELECT ':id it''s :id' AS text FROM shelf WHERE id = :id",
);

function shelf() {
  const db = typed(openDatabase(":memory:", { durability: "normal" }));
  db.$client.exec("CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT, before TEXT)");
  for (const [id, label] of [
    [1, "a"],
    [2, "b"],
    [5, null],
  ] as const)
    execute(db, insert, { id, label });
  return db;
}

describe("a statement with named parameters", () => {
  test("a statement with named parameters binds values by name, in any order", () => {
    const db = shelf();
    expect(execute(db, rename, { label: "z", id: 2 }).changes).toBe(1);
    expect(queryOne(db, byId, { id: 2 })).toEqual({ label: "z" });
  });

  test("a statement returns undefined where no row matches and null where the column is NULL", () => {
    const db = shelf();
    expect(queryOne(db, byId, { id: 9 })).toBeUndefined();
    expect(queryOne(db, byId, { id: 5 })).toEqual({ label: null });
  });

  test("a statement with named parameters returns every row when it has no parameters", () => {
    expect(queryAll(shelf(), everyLabel).map(({ label }) => label)).toEqual(["a", "b", null as never]);
  });

  test("a statement takes one value for a name that its SQL uses twice", () => {
    expect(queryAll(shelf(), around, { id: 1 })).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("a statement does not treat names inside quoted text as parameters", () => {
    expect(queryOne(shelf(), quoted, { id: 1 })).toEqual({ text: ":id it's :id" });
  });

  test("a statement throws when a parameter is missing, and writes nothing", () => {
    const db = shelf();
    expect(() => execute(db, insert, { id: 7 } as never)).toThrow("parameter :label is missing");
    expect(queryOne(db, byId, { id: 7 })).toBeUndefined();
  });

  test("a statement is compiled once for each different SQL text", () => {
    const text = "SELECT label FROM shelf WHERE id = :id AND label = :label";
    expect(builtQuery(text)).toBe(builtQuery(text));
  });
});
