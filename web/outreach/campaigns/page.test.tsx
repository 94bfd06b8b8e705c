import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import type { Campaign } from "./campaigns-api.ts";
import { sampleCampaign, sampleReport } from "./dialog/test-campaign.ts";
import { campaignTexts } from "./locales/index.ts";
import { CampaignsPage } from "./page.tsx";

await startPortuguese(campaignTexts);

let calls: PageCall[] = [];
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  toasts.list.value = [];
});
afterEach(() => act(() => session.end()));

async function visit(records: readonly Campaign[], refusal?: object) {
  calls = servePage(({ method, path }) => {
    if (path.startsWith("/campaigns?")) return { body: { records, count: records.length, hasMore: false } };
    if (method === "POST" && refusal) return { status: 409, body: refusal };
    return { body: { ...records[0], status: "CANCELADA" } };
  });
  await act(async () => session.take({ token: "t", user: sampleUser() }));
  await act(async () => void render(<CampaignsPage />));
  await screen.findByRole("table");
}
const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
const buttons = (name: string) =>
  row(name)
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

test("the list of campaigns shows the text of the contract for missing values", async () => {
  const nothing = { contactListId: null, contactList: null, whatsappId: null, whatsapp: null };
  await visit([sampleCampaign({ name: "Rascunho", ...nothing })]);
  const cells = row("Rascunho")
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 6)).toEqual([
    "Inativa",
    "Não definida",
    "Não definido",
    "Sem agendamento",
    "Não concluída",
    "Desabilitada",
  ]);
});

test("the stop button is shown only for a running campaign, the restart button only for a cancelled one", async () => {
  const locked = { editable: false };
  await visit([
    sampleCampaign({ id: 1, name: "Corre", status: "EM_ANDAMENTO", ...locked }),
    sampleCampaign({ id: 2, name: "Parou", status: "CANCELADA" }),
    sampleCampaign({ id: 3, name: "Acabou", status: "FINALIZADA", ...locked }),
    sampleCampaign({
      id: 4,
      name: "Descansa",
      status: "EM_ANDAMENTO",
      pausedAt: "2026-11-20T12:00:00.000Z",
      pauseReason: "failure_rate",
      ...locked,
    }),
  ]);
  expect(buttons("Corre")).toEqual([
    "Pausar Corre",
    "Parar Corre",
    "Relatório de Corre",
    "Ver Corre",
    "Excluir Corre",
  ]);
  expect(buttons("Parou")).toEqual([
    "Reiniciar Parou",
    "Relatório de Parou",
    "Editar Parou",
    "Excluir Parou",
  ]);
  expect(buttons("Acabou")).toEqual(["Relatório de Acabou", "Ver Acabou", "Excluir Acabou"]);
  expect(buttons("Descansa").slice(0, 2)).toEqual(["Retomar Descansa", "Parar Descansa"]);
  row("Descansa").getByText("Pausada");
  row("Descansa").getByText(/Muitas falhas seguidas/);
});

test("a running campaign shows its progress, and stopping it needs a confirmation", async () => {
  const report = sampleReport({ total: 200, valid: 200, delivered: 50, progress: 0.25 });
  await visit([sampleCampaign({ name: "Natal", status: "EM_ANDAMENTO", editable: false, report })]);
  row("Natal").getByText("50 de 200");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Parar Natal" })));
  await waitFor(() =>
    expect(toasts.list.value.map(({ text }) => text)).toEqual(["Campanha cancelada com sucesso"]),
  );
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain("POST /campaigns/3/cancel");
  row("Natal").getByText("Cancelada");
});

test("a refused command of a campaign shows the server's reason", async () => {
  await visit([sampleCampaign({ name: "Natal", status: "CANCELADA" })], { error: "ERR_CAMPAIGN_NO_MESSAGE" });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Reiniciar Natal" })));
  await waitFor(() => expect(toasts.list.value).toHaveLength(1));
  expect(toasts.list.value[0]?.text).not.toBe("");
});

test("a restart of a campaign without its confirmation question shows what is missing", async () => {
  const details = { fields: { confirmationMessage1: "required" } };
  await visit([sampleCampaign({ name: "Natal", status: "CANCELADA" })], { error: "ERR_VALIDATION", details });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Reiniciar Natal" })));
  await waitFor(() =>
    expect(toasts.list.value.map(({ text }) => text)).toEqual([
      "Escreva a pergunta: sem ela ninguém pode confirmar.",
    ]),
  );
});
