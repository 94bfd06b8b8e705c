import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reachTexts } from "#web/inbox/reach/locales/index.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { loadHealth } from "./health-dialog.tsx";
import { healthTexts } from "./locales/index.ts";
import { NumberHealth } from "./number-health.tsx";

await startPortuguese(healthTexts, reachTexts);
const HealthDialog = await loadHealth();

const advice = "Escreva só a quem espera a sua mensagem e diga logo quem você é.";
const reach = (fields: Partial<ReachAnswer> = {}): ReachAnswer => ({
  restrictions: [],
  holdsNewChats: false,
  held: 2,
  quota: [
    {
      ...{ type: "INDIVIDUAL_NEW_CHAT_MSG", status: "FIRST_WARNING", total: 40, used: 30 },
      ...{ startsAt: null, endsAt: "2026-12-01T12:00:00.000Z" },
    },
  ],
  own: { limit: 30, used: 12, resetsAt: "2026-11-24T11:00:00.000Z", coming: [30] },
  left: 10,
  health: {
    score: 65,
    reasons: [
      { code: "first_warning", weight: 15, advice: "" },
      { code: "silent", weight: 20, advice },
    ],
  },
  ...fields,
});

test("the list of connections shows score, budget as a bar, and the reasons with their advice", async () => {
  const calls = servePage(() => ({ body: reach() }));
  const { rerender } = render(<NumberHealth connectionId={4} score={65} version="1" />);
  expect(screen.getByText("Saúde: 65 de 100")).toBeTruthy();
  expect(screen.getByText("Atenção")).toBeTruthy();
  expect(await screen.findByRole("progressbar", { name: "Novas conversas hoje: 12 de 30" })).toBeTruthy();
  expect(screen.getByText("Ver os 2 motivos")).toBeTruthy();
  expect(screen.getByText(advice)).toBeTruthy();
  rerender(<NumberHealth connectionId={4} score={65} version="2" />);
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(Array(2).fill("/whatsapp/4/reach")));
});

test("the score is shown without the budget when its request fails", async () => {
  const calls = servePage(() => ({ status: 500, body: { error: "ERR_INTERNAL" } }));
  render(<NumberHealth connectionId={4} score={100} version="1" />);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.getByText("Saúde: 100 de 100")).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("the dialog of a number shows quota, what is left and what waits, and asks the network on request", async () => {
  const calls = servePage(({ method }) => ({
    body: method === "POST" ? reach({ left: 0, held: 0, health: { score: 100, reasons: [] } }) : reach(),
  }));
  render(<HealthDialog connection={{ id: 4, name: "Loja" }} onClose={() => undefined} />);
  expect(await screen.findByText("65 de 100")).toBeTruthy();
  expect(screen.getByText("Saúde de Loja")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: /^Limite do WhatsApp: 30 de 40, até/ })).toBeTruthy();
  expect(screen.getByText("Ainda é possível iniciar 10 conversas hoje.")).toBeTruthy();
  expect(screen.getByText(/^2 mensagens .* automaticamente/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Verificar agora" }));
  expect(await screen.findByText("Nada indica risco para este número.")).toBeTruthy();
  expect(screen.getByText("Não é possível iniciar novas conversas agora.")).toBeTruthy();
  expect(calls.at(-1)).toMatchObject({ method: "POST", path: "/whatsapp/4/reach/check" });
});

test("the dialog of a number offers to try again after a failed request", async () => {
  let failures = 1;
  servePage(() => (failures-- > 0 ? { status: 500, body: { error: "ERR_INTERNAL" } } : { body: reach() }));
  render(<HealthDialog connection={{ id: 4, name: "Loja" }} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Tentar/ }));
  expect(await screen.findByText("65 de 100")).toBeTruthy();
});
