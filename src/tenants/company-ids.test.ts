import { describe, expect, test } from "bun:test";
import { cellOfId, cellOfRow, idsOfCell, oneCell, rowIdsOfCell } from "#platform/cells.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { reservedForTests } from "./reserve.ts";

/** docs/rules/cells.md#ids */
describe("ids of companies in several cells", () => {
  test("every id that a cell gives names that cell", () => {
    for (const cell of [1, 2, 3, 999]) {
      const companies = idsOfCell(cell);
      expect([cellOfId(companies.from), cellOfId(companies.to)]).toEqual([cell, cell]);
      const rows = rowIdsOfCell(cell);
      expect([cellOfRow(rows.from), cellOfRow(rows.to)]).toEqual([cell, cell]);
    }
  });

  test("cell 2 gives its first company the id 2,000,000, also beside companies of another cell", async () => {
    const app = await startTestApp({ cells: oneCell(2) });
    const first = app.company();
    const { plan: _, ...moved } = first.company;
    app.installation.tenants.create(
      {
        ...moved,
        id: 3_000_005,
        name: "Moved here",
        planId: first.company.plan.id,
      },
      reservedForTests(),
    );
    expect([first.id, app.company().id]).toEqual([2_000_000, 2_000_001]);
    await app.stop();
  });
});
