import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { dashboardTexts } from "./locales/index.ts";
import { DashboardPage } from "./page.tsx";
import { sampleDashboard } from "./test-dashboard.ts";

await startPortuguese(dashboardTexts);

let answer: { status?: number; body: unknown };
let calls: PageCall[];
beforeEach(() => {
  answer = { body: sampleDashboard() };
  toasts.list.value = [];
  calls = servePage(({ path }) => {
    if (path.startsWith("/dashboard/leads"))
      return {
        body: {
          leads: [{ id: 3, name: "Maria Souza", number: "5511", createdAt: "2026-11-20T12:00:00.000Z" }],
          hasMore: false,
        },
      };
    if (path.startsWith("/dashboard")) return answer;
    if (path === "/auth/me") return { body: sampleUser() };
    if (path === "/queue") return { body: [{ id: 3, name: "Vendas", color: "#0fa37f" }] };
    return { body: [] };
  });
});
const asked = () => calls.filter(({ path }) => path.startsWith("/dashboard")).map(({ path }) => path);
async function visit(address = "/") {
  history.replaceState(null, "", address);
  session.update(sampleUser());
  await act(async () => void render(<DashboardPage />));
}
const card = async (name: string) => {
  const title = await screen.findByRole("heading", { name });
  return within(title.closest("li") as HTMLElement);
};

test("the cards show the present figures and how the period compares with the previous one", async () => {
  await visit();
  expect((await card("Atendimentos aguardando")).getByText("5")).toBeTruthy();
  expect((await card("Atendimentos resolvidos")).getByText("20% a mais que de 07/11 a 13/11")).toBeTruthy();
  expect((await card("Novos contatos")).getByText("25% a menos que de 07/11 a 13/11")).toBeTruthy();
  expect((await card("Tempo médio de atendimento")).getByText("01 h 15 m")).toBeTruthy();
  expect((await card("Tempo médio de espera")).getByText("00 h 06 m")).toBeTruthy();
  expect(
    (await card("Tempo médio até a primeira resposta")).getByText("igual ao período anterior"),
  ).toBeTruthy();
});

test("a figure's formula is shown behind the (i)", async () => {
  await visit();
  const finished = await card("Atendimentos resolvidos");
  fireEvent.click(finished.getByRole("button", { name: "Como é calculado: Atendimentos resolvidos" }));
  expect(
    await screen.findByText("Atendimentos resolvidos no período que tiveram um atendente."),
  ).toBeTruthy();
});

test("the chart of today is hourly", async () => {
  await visit();
  expect(await screen.findByRole("heading", { name: "Atendimentos hoje: 7" })).toBeTruthy();
  const table = screen.getByRole("table", { name: "Atendimentos hoje: 7" });
  expect(within(table).getByRole("row", { name: "9h 4" })).toBeTruthy();
});

test("attendants are shown with stars and hours, and sorted by the pressed column", async () => {
  await visit();
  const table = await screen.findByRole("table", { name: "Atendentes" });
  const stars = within(table).getByRole("img", { name: /2,6 de 3/ });
  expect(stars.dataset["tooltip"]).toBe("1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito");
  expect(within(table).getByText("02 h 10 m")).toBeTruthy();
  const names = () =>
    within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.querySelector(".ellipsis")?.textContent);
  fireEvent.click(within(table).getByRole("button", { name: "Tempo médio" }));
  expect(names()).toEqual(["Clara Reis", "Ana Souza", "Bruno Lima"]);
  expect(within(table).getByRole("columnheader", { name: "Tempo médio" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  fireEvent.click(within(table).getByRole("button", { name: "Tempo médio" }));
  expect(names()).toEqual(["Bruno Lima", "Ana Souza", "Clara Reis"]);
});

test("a filter in the URL is sent to the server", async () => {
  await visit("/?from=2026-11-01&to=2026-11-10&queues=0,3");
  await waitFor(() =>
    expect(asked()).toEqual(["/dashboard?date_from=2026-11-01&date_to=2026-11-10&queueIds=%5Bnull%2C3%5D"]),
  );
});

test("an empty filter shows 'Parametrize o filtro' and sends no request", async () => {
  await visit("/?from=2026-11-01");
  const start = await screen.findByLabelText("Data inicial");
  fireEvent.change(start, { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Filtrar" }));
  expect(toasts.list.value.map(({ text }) => text)).toEqual(["Parametrize o filtro"]);
  expect(asked()).toHaveLength(1);
});

test("the filter button puts the filter into the URL", async () => {
  await visit("/?from=2026-11-01");
  fireEvent.change(await screen.findByLabelText("Data final"), { target: { value: "2026-11-05" } });
  fireEvent.click(screen.getByRole("button", { name: "Filtrar" }));
  await waitFor(() => expect(location.search).toBe("?from=2026-11-01&to=2026-11-05"));
  await waitFor(() => expect(asked().at(-1)).toBe("/dashboard?date_from=2026-11-01&date_to=2026-11-05"));
});

test("a failed request shows the reason and a retry", async () => {
  answer = { status: 500, body: { error: "ERR_INTERNAL" } };
  await visit();
  expect(await screen.findByText("Não foi possível carregar os números")).toBeTruthy();
  answer = { body: sampleDashboard() };
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(await screen.findByRole("heading", { name: "Atendimentos hoje: 7" })).toBeTruthy();
});

test("each figure leads to its rows, with the filter of the page", async () => {
  await visit("/?days=30&queues=0,3&connections=2");
  const hrefOf = async (name: string) => (await card(name)).getByRole("link").getAttribute("href");
  expect(await hrefOf("Atendimentos aguardando")).toBe(
    "/tickets?view=custom&id=dashboard_pending&connections=2&queues=0,3",
  );
  expect(await hrefOf("Atendimentos resolvidos")).toBe(
    "/reports?only=counted&days=30&queues=0,3&connections=2",
  );
  expect(await hrefOf("Tempo médio de espera")).toBe(
    "/reports?by=started&only=counted&days=30&queues=0,3&connections=2",
  );
  const table = screen.getByRole("table", { name: "Atendentes" });
  const [link] = within(table).getAllByRole("link", { name: /ver as linhas: / });
  expect(link?.getAttribute("href")).toMatch(/^\/reports\?only=counted&days=30&.*users=\d+$/);
});

test("a click on the number of new contacts lists these contacts", async () => {
  await visit("/?days=30&queues=3");
  fireEvent.click((await card("Novos contatos")).getByRole("button", { name: /ver as linhas/ }));
  expect(await screen.findByText("Maria Souza")).toBeTruthy();
  expect(asked().at(-1)).toBe("/dashboard/leads?days=30&queueIds=%5B3%5D&pageNumber=1");
});
