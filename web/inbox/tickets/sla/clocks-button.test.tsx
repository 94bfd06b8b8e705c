import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { SlaClockAnswer } from "#inbox/sla/contract.ts";
import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { SlaChip } from "./chip.tsx";
import { slaTexts } from "./locales/index.ts";

await startPortuguese(slaTexts);
afterEach(cleanup);

const MINUTE = 60_000;
const clock = (fields: Partial<SlaClockAnswer>): SlaClockAnswer => ({
  ...{ id: 1, policy: { id: 1, name: "Clientes VIP" }, target: "first", state: "met" },
  ...{ startedAt: "2026-11-20T12:00:00.000Z", targetMs: 30 * MINUTE, elapsedMs: 12 * MINUTE, pausedMs: 0 },
  ...{ dueAt: "2026-11-20T12:30:00.000Z", leftMs: null, metAt: "2026-11-20T12:12:00.000Z", missedAt: null },
  ...fields,
});
const sla: ShownPromise = { target: "resolution", state: "running", dueAt: null, leftMs: 90 * MINUTE };

function serve() {
  return servePage(() => ({
    body: {
      clocks: [
        clock({
          ...{ id: 2, target: "resolution", state: "paused", dueAt: null, leftMs: 95 * MINUTE, metAt: null },
          ...{ targetMs: 480 * MINUTE, elapsedMs: 385 * MINUTE, pausedMs: 61 * MINUTE },
        }),
        clock({}),
      ],
    },
  }));
}

test("a press on the chip shows all clocks of the ticket, which are loaded only then", async () => {
  const calls = serve();
  render(<SlaChip ticketId={7} sla={sla} />);
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /Resolução: em pausa/ }));
  const list = await screen.findByRole("list", { name: "Prazos do atendimento" });
  expect(calls.map(({ path }) => path)).toEqual(["/tickets/7/sla"]);
  const [resolution, first] = [...list.children].map((item) => item.textContent);
  for (const words of ["Resolução", "Em pausa", "Clientes VIP", "Prometido8 h 00 min", "Já contou6 h 25 min"])
    expect(resolution).toContain(words);
  expect(resolution).toContain("Em pausa1 h 01 min");
  expect(resolution).toContain("Resta1 h 35 min");
  for (const words of ["Primeira resposta", "No prazo", "Prometido30 min", "Já contou12 min", "Cumprido"])
    expect(first).toContain(words);
});

test("a change of the clocks reads the open list again", async () => {
  const calls = serve();
  const { rerender } = render(<SlaChip ticketId={7} sla={sla} />);
  fireEvent.click(screen.getByRole("button", { name: /Resolução/ }));
  await screen.findByRole("list", { name: "Prazos do atendimento" });
  rerender(<SlaChip ticketId={7} sla={{ ...sla, state: "missed" }} />);
  await waitFor(() => expect(calls).toHaveLength(2));
});
