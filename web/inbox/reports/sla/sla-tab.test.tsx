import { afterEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { SlaReport } from "#inbox/sla/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { readFilter } from "#web/inbox/reports/report-url.ts";
import { slaReportTexts } from "./locales/index.ts";
import { clocksQuery, figuresOf } from "./sla-figures.ts";
import { SlaTab } from "./sla-tab.tsx";

await startPortuguese({ name: "common" });
await startPortuguese(reportsTexts);
await startPortuguese(slaReportTexts);

const { fetch } = globalThis;
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
});

const row = (day: string, user: string | null, met: number, missed: number): SlaReport["rows"][number] => ({
  day,
  policy: { id: 1, name: "Vendas" },
  queue: { id: 2, name: "Comercial" },
  user: user === null ? null : { id: 3, name: user },
  ...{ target: "first", met, missed, sumMs: met * 60_000 },
});
const ROWS = [row("2026-11-01", "Ana", 3, 1), row("2026-11-02", "Ana", 1, 0), row("2026-11-02", null, 0, 2)];

test("figures add the rows up by policy, queue, attendant or day, and no row is lost", () => {
  expect(figuresOf(ROWS, "policy")).toEqual([
    { key: "1", name: "Vendas", target: "first", met: 4, missed: 3, sumMs: 240_000 },
  ]);
  expect(figuresOf(ROWS, "user").map(({ key, met, missed }) => [key, met, missed])).toEqual([
    ["3", 4, 1],
    ["0", 0, 2],
  ]);
  expect(figuresOf(ROWS, "day").map(({ key, met, missed }) => [key, met, missed])).toEqual([
    ["2026-11-01", 3, 1],
    ["2026-11-02", 1, 2],
  ]);
});

test("the query of a figure selects its clocks: group, target, outcome and days", () => {
  const [figure] = figuresOf(ROWS, "user");
  if (!figure) throw new Error("no figure");
  const period = { from: "2026-11-01", to: "2026-11-30" };
  expect(clocksQuery(figure, "user", "missed", period)).toEqual({
    ...{ date_from: "2026-11-01", date_to: "2026-11-30", target: "first", outcome: "missed", userId: "3" },
  });
  const [day] = figuresOf(ROWS, "day");
  if (!day) throw new Error("no figure");
  expect(clocksQuery(day, "day", "met", period)).toEqual({
    ...{ date_from: "2026-11-01", date_to: "2026-11-01", target: "first", outcome: "met" },
  });
});

test("a press on a figure lists the tickets behind it", async () => {
  const asked: string[] = [];
  globalThis.fetch = (async (input: string | URL) => {
    const url = new URL(String(input), location.origin);
    asked.push(url.pathname + url.search);
    if (url.pathname.endsWith("/clocks"))
      return Response.json({
        clocks: [
          {
            ...{
              id: 1,
              ticketId: 7,
              uuid: "u7",
              protocol: "P7",
              contact: "Maria",
              policy: "Vendas",
              queue: null,
            },
            ...{
              user: null,
              target: "first",
              startedAt: "2026-11-02T12:00:00.000Z",
              metAt: null,
              missedAt: null,
            },
            ...{ dueAt: "2026-11-02T13:00:00.000Z", takenMs: null },
          },
        ],
        hasMore: false,
      });
    return Response.json({ rows: ROWS });
  }) as typeof fetch;
  render(<SlaTab filter={readFilter("")} onChange={() => undefined} />);
  const figure = await screen.findByRole("button", { name: "Atrasados: 3, Vendas, Primeira resposta" });
  await act(async () => fireEvent.click(figure));
  await waitFor(() =>
    expect(screen.getByText("Maria").closest("a")?.getAttribute("href")).toBe("/tickets/u7"),
  );
  expect(asked.at(-1)).toContain("policyId=1");
  expect(asked.at(-1)).toContain("outcome=missed");
});
