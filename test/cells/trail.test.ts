import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { notifyProvider } from "#accounts/notices/index.ts";
import { all, run } from "#platform/db/database.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { startCells, superUserOf } from "./office.ts";

/** docs/rules/cells.md#lists: the provider's audit trail, files, and notices. */

let cells: TestCells;
let token: string;
beforeAll(async () => {
  cells = await startCells(3, { env: { RATE_LIMITS: "off" } });
  cells.clock.set(Date.UTC(2026, 10, 21, 12));
  token = await superUserOf(cells, 3);
});
afterAll(() => cells.stop());
beforeEach(() => {
  cells.hops.length = 0;
  cells.away.clear();
});

const at = (cell: number): Api => createApi(cells.of(cell).url, token);
const system = (cell: number) => cells.of(cell).installation.system;
const start = Date.UTC(2026, 10, 1);
/** Entries of a kind that no other test writes, one a minute, dealt to the cells in turn. */
const write = (count: number, cellOf = (index: number) => (index % 3) + 1) => {
  for (let index = 0; index < count; index += 1)
    run(
      system(cellOf(index)),
      `INSERT INTO provider_audit_log (at, who, user_id, name, kind, action, subject_id, subject, details, ip)
       VALUES (?, 'person', 1, 'Rita', 'help', 'changed', ?, NULL, '{}', '')`,
      start + index * 60_000,
      String(index),
    );
};

describe("the provider's audit trail over three cells", () => {
  beforeAll(() => write(130));

  test("its pages have every entry of all cells once, the newest first, under different ids", async () => {
    const seen: { thingId: string; id: number }[] = [];
    let before = "";
    for (let page = 0; page < 3; page += 1) {
      const { body } = await at(2).get(`/audit/provider?kind=help&before=${before}`.replace(/&before=$/, ""));
      seen.push(...body.records);
      expect([body.records.length, body.hasMore]).toEqual(page < 2 ? [50, true] : [30, false]);
      before = body.next;
    }
    expect(seen.map(({ thingId }) => Number(thingId))).toEqual([...Array(130).keys()].reverse());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(130);
  });

  test("a cell that does not answer is named, and its entries come when it is back", async () => {
    cells.away.add(3);
    const answer = await at(1).get("/audit/provider?kind=help");
    expect(answer.headers.get("missing-cells")).toBe("3");
    expect(answer.body.records.map(({ thingId }: { thingId: string }) => Number(thingId) % 3)).not.toContain(
      2,
    );
    cells.away.clear();
    const { body } = await at(1).get(`/audit/provider?kind=help&before=${answer.body.next}`);
    expect(body.records[0].thingId).toBe("128");
  });

  test("people of all cells are named once, and a wrong position is refused", async () => {
    const { body } = await at(3).get("/audit/provider/people");
    expect(body.filter(({ id }: { id: number }) => id === 1)).toEqual([{ id: 1, name: "Rita" }]);
    for (const wrong of ["1:", "x", "1:2,", "1:2;3:4", "0"])
      expect((await at(3).get(`/audit/provider?before=${encodeURIComponent(wrong)}`)).status).toBe(400);
  });

  test("its file has the lines of all cells, and one entry in the home cell", async () => {
    const { body } = await at(2).get("/audit/provider/export?kind=help&language=en");
    const lines = String(body).trimEnd().split("\r\n");
    expect(lines[0]).toContain("When (UTC);Who");
    expect(lines.slice(1).map((line) => line.split(";")[6])).toEqual(
      [...Array(130).keys()].reverse().map(String),
    );
    const written = [1, 2, 3].map(
      (cell) =>
        all(cells.of(cell).installation.tenants.open(1).db, "SELECT 1 FROM audit_log WHERE kind = 'audit'")
          .length,
    );
    expect(written).toEqual([1, 0, 0]);
  });

  test("a file is refused while a cell does not answer", async () => {
    cells.away.add(2);
    for (const path of ["/audit/provider/export", "/cockpit/export"])
      expect(await at(1).get(path)).toMatchObject({
        ...{ status: 503, body: { error: "ERR_NOT_DURABLE", details: { cells: [2] } } },
      });
  });
});

test("the file of the cockpit has the companies of all cells by name, and the provider's company once", async () => {
  for (const [cell, name] of [
    [3, "Abel"],
    [2, "abacate"],
    [1, "Zulu"],
  ] as const)
    cells.of(cell).company(name);
  const { body } = await at(2).get("/cockpit/export?language=en");
  const names = String(body)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(";")[0] ?? "");
  expect(names.filter((name) => ["Abel", "abacate", "Zulu"].includes(name))).toEqual([
    "abacate",
    "Abel",
    "Zulu",
  ]);
  expect(names.filter((name) => name === "Provedor")).toHaveLength(1);
});

describe("notices to the provider that arise in another cell", () => {
  const noticesIn = (cell: number) =>
    all<{ key: string }>(
      cells.of(cell).installation.tenants.open(1).db,
      "SELECT key FROM notice WHERE code = 'backup_failed' ORDER BY id",
    ).map(({ key }) => key);
  const send = (cell: number) => cells.of(cell).app.runJob("notices_to_home");
  const notice = (key: string) => ({ code: "backup_failed", details: { name: "no space" }, key });

  test("each is stored in the home cell once, and no longer in the copy", async () => {
    const { installation } = cells.of(2);
    for (const key of ["a", "b", "a"]) notifyProvider(installation, notice(key));
    await send(2);
    notifyProvider(installation, notice("a"));
    await send(2);
    notifyProvider(cells.of(3).installation, notice("a"));
    await send(3);
    expect([noticesIn(1), noticesIn(2), noticesIn(3)]).toEqual([["a@2", "b@2", "a@3"], [], []]);
  });

  test("while the home cell is away they wait", async () => {
    cells.away.add(1);
    notifyProvider(cells.of(2).installation, notice("c"));
    await send(2);
    expect([noticesIn(1).includes("c@2"), noticesIn(2)]).toEqual([false, ["c@2"]]);
    cells.away.clear();
    await send(2);
    expect([noticesIn(1).includes("c@2"), noticesIn(2)]).toEqual([true, []]);
  });

  test("nobody but a cell can send one", async () => {
    for (const cell of [1, 2]) {
      const answer = await fetch(`${cells.of(cell).url}/between-cells/notice`, {
        method: "POST",
        headers: {
          "x-balcao-part": "1",
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(notice("forged")),
      });
      expect(answer.status).toBe(404);
    }
    expect(noticesIn(1)).not.toContain("forged");
  });
});
