import { afterEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { readFilter } from "#web/inbox/reports/report-url.ts";
import { slaReportTexts } from "./locales/index.ts";
import { clocksQuery, type Figure } from "./sla-figures.ts";
import { SlaTab } from "./sla-tab.tsx";

await startPortuguese({ name: "common" });
await startPortuguese(reportsTexts);
await startPortuguese(slaReportTexts);

const { fetch } = globalThis;
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
});

const figure = (key: string, name: string, met: number, missed: number): Figure => ({
  ...{ key, name, target: "first", met, missed, sumMs: met * 60_000 },
});

test("the query of a figure selects its clocks: group, target, outcome and days", () => {
  const period = { from: "2026-11-01", to: "2026-11-30" };
  expect(clocksQuery(figure("3", "Ana", 4, 1), "user", "missed", period)).toEqual({
    ...{ date_from: "2026-11-01", date_to: "2026-11-30", target: "first", outcome: "missed", userId: "3" },
  });
  expect(clocksQuery(figure("2026-11-01", "2026-11-01", 3, 1), "day", "met", period)).toEqual({
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
    return Response.json({ figures: [figure("1", "Vendas", 4, 3)] });
  }) as typeof fetch;
  render(<SlaTab filter={readFilter("")} onChange={() => undefined} />);
  const missed = await screen.findByRole("button", { name: "Atrasados: 3, Vendas, Primeira resposta" });
  await act(async () => fireEvent.click(missed));
  await waitFor(() =>
    expect(screen.getByText("Maria").closest("a")?.getAttribute("href")).toBe("/tickets/u7"),
  );
  expect(asked.at(-1)).toContain("policyId=1");
  expect(asked.at(-1)).toContain("outcome=missed");
});

test("another group reads its sums from the server, and shows none of the group before", async () => {
  globalThis.fetch = (async (input: string | URL) => {
    const by = new URL(String(input), location.origin).searchParams.get("by");
    return Response.json({
      figures: by === "day" ? [figure("2026-11-02", "2026-11-02", 1, 2)] : [figure("1", "Vendas", 4, 3)],
    });
  }) as typeof fetch;
  render(<SlaTab filter={readFilter("")} onChange={() => undefined} />);
  await screen.findByRole("button", { name: "Atrasados: 3, Vendas, Primeira resposta" });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /Agrupar por/ })));
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: "Dia" })));
  await screen.findByRole("button", { name: "Atrasados: 2, 2026-11-02, Primeira resposta" });
  expect(screen.queryByText("Vendas")).toBeNull();
});
