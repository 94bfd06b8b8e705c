import { beforeEach, expect, test } from "bun:test";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { Estimate, TicketCost } from "#inbox/costs/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { costTexts } from "./locales/index.ts";
import { SendEstimate } from "./send-estimate.tsx";
import { TicketCostChip } from "./ticket-cost.tsx";

await startPortuguese(costTexts);
beforeEach(cleanup);

const COST: TicketCost = { currency: "USD", count: 3, micros: 20_400, perMessage: 6800, freeUntil: null };
const chip = async (cost: Partial<TicketCost>) => {
  cleanup();
  servePage(() => ({ body: { ...COST, ...cost } }));
  render(<TicketCostChip ticketId={1} />);
  return (await screen.findByRole("button")).textContent?.replaceAll("\u00a0", " ");
};

test("the composer shows what the attendance has cost, and the price of the next message or until when it is free", async () => {
  expect(await chip({})).toBe("US$ 0,0204 · ≈ US$ 0,0068 por mensagem");
  expect(await chip({ perMessage: 0 })).toBe("US$ 0,0204 · próxima mensagem grátis");
  const freeUntil = new Date(2026, 10, 24, 14, 30).toISOString();
  expect(await chip({ perMessage: 0, freeUntil })).toContain("US$ 0,0204 · grátis até");
});

test("while no price is confirmed the composer shows only until when messages are free, or nothing", async () => {
  const freeUntil = new Date(2026, 10, 24, 14, 30).toISOString();
  expect(await chip({ micros: null, perMessage: null, freeUntil })).toStartWith("grátis até");
  cleanup();
  const calls = servePage(() => ({ body: { ...COST, micros: null, perMessage: null } }));
  await act(async () => void render(<TicketCostChip ticketId={1} />));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});

test("one message to a contact shows amount, country and what is left of the budget", async () => {
  const found: Estimate = {
    ...{ currency: "USD", category: "utility", recipients: 1, unknown: 0, micros: 6800, left: 2_000_000 },
    markets: [{ market: "Brazil", recipients: 1, micros: 6800 }],
  };
  const calls = servePage(() => ({ body: found }));
  render(<SendEstimate connectionId={4} contactId={7} templateName={null} />);
  const text = await screen.findByText(/Cerca de/);
  expect(text.textContent?.replaceAll("\u00a0", " ")).toBe(
    "Cerca de US$ 0,0068 em mensagens da Meta · Brasil · Restam US$ 2,00 do orçamento do mês",
  );
  expect(calls).toMatchObject([{ path: "/costs/estimate", body: { connectionId: 4, contactIds: [7] } }]);
});
