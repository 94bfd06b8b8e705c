import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { SessionUser } from "#accounts/auth/contract.ts";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingsPage } from "./page.tsx";

await startPortuguese(settingsTexts, hoursTexts, placeTexts);

let stored: Record<string, string>;
let calls: PageCall[];
beforeEach(() => {
  toasts.list.value = [];
  stored = {
    userSpyChat: "disabled",
    scheduleType: "disabled",
    distributionTimeout: "5",
    callRejectedMessage: "Não atendemos chamadas.",
    timeZone: "America/Sao_Paulo",
    asaas: "********",
    tokenixc: "",
    holidays: "[]",
    optOutWords: '["sair"]',
    passwordMinLength: "5",
  };
});
async function visit(user: SessionUser = sampleUser(), address = "/settings") {
  history.replaceState(null, "", address);
  calls = servePage(({ method, path, body }) => {
    if (path === "/auth/me") return { body: user };
    if (path === "/settings") return { body: Object.entries(stored).map(([key, value]) => ({ key, value })) };
    if (path.startsWith("/companies/")) return { body: method === "PUT" ? body : { schedules: [] } };
    const { key, value } = body as { key: string; value: string };
    if (value === "999")
      return { status: 400, body: { error: "ERR_VALIDATION", details: { fields: { value: "invalid" } } } };
    return { body: { key, value: value && key === "tokenixc" ? "********" : value } };
  });
  await act(() => session.start());
  await act(async () => void render(<SettingsPage LegalEditor={() => null} />));
  await screen.findByRole("tab", { name: "Opções" });
}
const puts = () =>
  calls
    .filter(({ method }) => method === "PUT")
    .map(({ path, body }) => [path, (body as { value: string }).value]);

test("a pressed switch saves its setting at once and confirms it", async () => {
  await visit();
  fireEvent.click(screen.getByRole("switch", { name: /Atendentes podem espiar conversas de colegas/ }));
  await waitFor(() => expect(puts()).toEqual([["/settings/userSpyChat", "enabled"]]));
  await waitFor(() =>
    expect(toasts.list.value.map(({ text }) => text)).toEqual(["Operação atualizada com sucesso."]),
  );
  expect(screen.getByRole<HTMLInputElement>("switch", { name: /Atendentes podem espiar/ }).checked).toBe(
    true,
  );
});

test("Enter saves the number of a setting, and the server's error is shown at the field", async () => {
  await visit();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Tempo para aceitar/ });
  fireEvent.change(field, { target: { value: "999" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("De 1 a 120", { selector: ".field-error" })).toBeTruthy();
  fireEvent.change(field, { target: { value: "9" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(puts().at(-1)).toEqual(["/settings/distributionTimeout", "9"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Salvar" })).toBeNull());
});

test("the text of a setting is saved by its button or reverted", async () => {
  await visit();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Texto ao recusar uma chamada" });
  fireEvent.change(field, { target: { value: "Escreva, por favor." } });
  fireEvent.click(screen.getByRole("button", { name: "Descartar" }));
  expect(field.value).toBe("Não atendemos chamadas.");
  fireEvent.change(field, { target: { value: "Escreva, por favor." } });
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(puts()).toEqual([["/settings/callRejectedMessage", "Escreva, por favor."]]));
});

test("a secret setting is never shown: it is set, replaced or removed", async () => {
  await visit();
  expect(screen.queryByText("********")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Definir: Token do IXC" }));
  const field = screen.getByLabelText("Token do IXC");
  fireEvent.change(field, { target: { value: " canário-7 " } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await screen.findByRole("button", { name: "Substituir: Token do IXC" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remover: Token do Asaas" }));
  expect(await screen.findByRole("button", { name: "Definir: Token do Asaas" })).toBeTruthy();
  expect(puts()).toEqual([
    ["/settings/tokenixc", "canário-7"],
    ["/settings/asaas", ""],
  ]);
});

test("the settings search finds options by name and meaning, ignoring accents", async () => {
  await visit();
  const search = screen.getByRole("searchbox", { name: "Buscar" });
  fireEvent.change(search, { target: { value: "audio ATENDENTES" } });
  expect(screen.getAllByRole("switch")).toHaveLength(1);
  expect(screen.getByRole("switch", { name: /Transcrever áudios/ })).toBeTruthy();
  fireEvent.change(search, { target: { value: "xyz" } });
  expect(screen.getByText("Nenhuma opção encontrada")).toBeTruthy();
});

test("the settings search understands words of other products and names the tabs of other pages", async () => {
  await visit();
  const search = screen.getByRole("searchbox", { name: "Buscar" });
  fireEvent.change(search, { target: { value: "CSAT" } });
  expect(screen.getByText("Escala da avaliação")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Relatório de satisfação" });
  expect(link.getAttribute("href")).toBe("/reports?tab=satisfaction");
  fireEvent.change(search, { target: { value: "sla" } });
  expect(screen.getByRole("link", { name: "Políticas de SLA" })).toBeTruthy();
  expect(screen.queryByText("Tradução de mensagens recebidas")).toBeNull();
});

test("groups of features outside the company's plan are hidden", async () => {
  const user = sampleUser();
  const { company } = user;
  await visit({ ...user, company: { ...company, plan: { ...company.plan, useCampaigns: false } } });
  expect(screen.queryByText("Palavras de descadastro")).toBeNull();
  expect(screen.getByText("Consulta de faturas", { selector: "h2" })).toBeTruthy();
});

test("the installation's settings and the campaign permissions are shown only to super users", async () => {
  await visit();
  expect(screen.queryByRole("tab", { name: "Instalação" })).toBeNull();
  expect(screen.queryByRole("switch", { name: /Campanhas disponíveis/ })).toBeNull();
});

test("a super user saves settings of the installation", async () => {
  await visit(sampleUser({ super: true }));
  expect(screen.getByRole("switch", { name: /Campanhas disponíveis/ })).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "Instalação" }));
  const field = await screen.findByRole("textbox", { name: /Tamanho mínimo das senhas/ });
  fireEvent.change(field, { target: { value: "8" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(puts()).toEqual([["/settings/passwordMinLength", "8"]]));
});

test("the hours tab is shown only while the company's hours apply", async () => {
  await visit();
  expect(screen.queryByRole("tab", { name: "Horários" })).toBeNull();
});

test("the company's hours and holidays are edited in their tab", async () => {
  stored["scheduleType"] = "company";
  await visit(sampleUser(), "/settings?tab=hours");
  const always = await screen.findByRole("switch", { name: /Sempre aberto|sempre/i });
  fireEvent.click(always);
  const week = within(always.closest(".settings-box") as HTMLElement);
  fireEvent.click(week.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(calls.some(({ method, path }) => method === "PUT" && path === "/companies/7/schedules")).toBe(
      true,
    ),
  );
  expect(toasts.list.value.map(({ text }) => text)).toContain("Horários atualizados com sucesso.");
});

test("settings that failed to load can be loaded again", async () => {
  servePage(() => ({ status: 500, body: { error: "ERR_INTERNAL" } }));
  history.replaceState(null, "", "/settings");
  await act(async () => void render(<SettingsPage LegalEditor={() => null} />));
  expect(await screen.findByText("Não foi possível carregar a lista de registros")).toBeTruthy();
});
