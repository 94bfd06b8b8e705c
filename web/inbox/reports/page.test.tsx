import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { reportsTexts } from "./locales/index.ts";
import { ReportsPage } from "./page.tsx";
import { sampleAttendance } from "./test-attendance.ts";

await startPortuguese(reportsTexts, viewTexts, workTexts);

let rows: object;
let files: object[];
let schedules: object[];
let calls: PageCall[];
afterEach(() => act(() => session.end()));
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  files = [];
  schedules = [];
  rows = { attendances: [sampleAttendance()], count: 1, hasMore: false };
  calls = servePage(({ path }) => {
    if (path.startsWith("/reports/attendances"))
      return { body: { period: { from: "2026-11-14", to: "2026-11-20" }, ...rows } };
    if (path.startsWith("/reports/resolutions"))
      return {
        body: {
          total: 4,
          rows: [
            { id: 5, name: "Vendido", tickets: 3 },
            { id: null, name: null, tickets: 1 },
          ],
        },
      };
    if (path.startsWith("/reports/work"))
      return { body: { period: {}, isRecorded: true, reasons: [], people: [], days: null } };
    if (path.startsWith("/reports/ratings"))
      return { body: { current: "three", period: {}, scales: [], rows: [], next: null } };
    if (path === "/users/list")
      return {
        body: [
          { id: 4, name: "Dona", profile: "admin" },
          { id: 6, name: "Ana", profile: "user" },
        ],
      };
    if (path === "/report-schedules") return { body: { schedules, id: 1 } };
    if (path === "/reports/files") return { body: { id: 5, files } };
    if (path === "/fields")
      return {
        body: {
          fields: [
            { id: 1, of: "ticket", key: "plan", label: "Plano", kind: "text", active: true },
            { id: 2, of: "contact", key: "doc", label: "CPF", kind: "text", active: true },
          ],
        },
      };
    if (path === "/queue") return { body: [{ id: 3, name: "Vendas", color: "#0fa37f" }] };
    return { body: [] };
  });
});
const asked = () =>
  calls
    .filter(({ path }) => path.startsWith("/reports/") && path !== "/reports/files")
    .map(({ path }) => path);
async function visit(address = "/reports") {
  history.replaceState(null, "", address);
  session.take({ token: "t", user: sampleUser() });
  await act(async () => void render(<ReportsPage />));
}
const titles = async () =>
  within(await screen.findByRole("table", { name: "Atendimentos" }))
    .getAllByRole("columnheader")
    .map((cell) => cell.textContent);

describe("the report of attendances", () => {
  test("a row leads to its ticket and shows people, times and how it ended", async () => {
    await visit();
    const link = await screen.findByRole("link", { name: "Maria Souza" });
    expect(link.getAttribute("href")).toBe("/tickets/uuid-7");
    for (const text of ["Ana → Bia", "6:00", "1:00:00", "Por uma pessoa", "3 de 3"])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("1 atendimento")).toBeTruthy();
  });

  test("the filter in the URL is sent to the server, and a changed filter is written to the URL", async () => {
    await visit("/reports?by=started&only=counted&from=2026-11-01&to=2026-11-10&queues=0,3");
    await waitFor(() =>
      expect(asked()).toEqual([
        "/reports/attendances?by=started&sort=newest&only=counted&date_from=2026-11-01&date_to=2026-11-10&queueIds=%5Bnull%2C3%5D&pageNumber=1",
      ]),
    );
    fireEvent.click(screen.getByRole("button", { name: "Só os que o dashboard conta" }));
    await waitFor(() => expect(location.search).toBe("?by=started&from=2026-11-01&to=2026-11-10&queues=0,3"));
    fireEvent.click(screen.getByRole("button", { name: "Limpar filtro" }));
    await waitFor(() => expect(location.search).toBe(""));
  });

  test("columns are chosen and ordered, and the address keeps them", async () => {
    await visit("/reports?columns=contact,protocol");
    expect(await titles()).toEqual(["Contato", "Protocolo"]);
    fireEvent.click(screen.getByRole("button", { name: "Colunas" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "Transferências" }));
    fireEvent.click(await screen.findByRole("button", { name: "Mover Transferências para cima" }));
    await waitFor(() => expect(location.search).toBe("?columns=contact,transfers,protocol"));
    expect(await titles()).toEqual(["Contato", "Transferências", "Protocolo"]);
    expect(asked()).toHaveLength(1);
  });

  test("fields of the contact and the advertisement are columns that can be chosen", async () => {
    rows = {
      ...{ count: 1, hasMore: false },
      attendances: [
        sampleAttendance({
          contactFields: { doc: "123" },
          ad: { network: "instagram", sourceId: "11", sourceUrl: "", headline: "Promoção" },
        }),
      ],
    };
    await visit("/reports?columns=contactField.doc,adHeadline,adNetwork");
    await screen.findByText("Promoção");
    await waitFor(async () =>
      expect(await titles()).toEqual(["Contato: CPF", "Título do anúncio", "Rede do anúncio"]),
    );
    for (const text of ["123", "Instagram"]) expect(screen.getByText(text)).toBeTruthy();
  });

  test("a period without rows leads to the nearest day that has some", async () => {
    rows = { attendances: [], count: 0, hasMore: false, nearest: "2026-10-02" };
    await visit();
    expect(await screen.findByText("Nenhum atendimento neste período")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Ver 02/10/2026" }));
    await waitFor(() => expect(location.search).toBe("?from=2026-10-02&to=2026-10-02"));
  });

  test("conditions are edited in a dialog and sent to the server", async () => {
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Mais condições" }));
    fireEvent.click(await screen.findByRole("button", { name: "Aplicar" }));
    expect(await screen.findByText("Preencha todas as condições.")).toBeTruthy();
  });
});

describe("the report of resolutions", () => {
  test("each number leads to its rows", async () => {
    await visit("/reports?tab=resolutions&from=2026-11-01&to=2026-11-10");
    const link = await screen.findByRole("link", { name: /^1, Ver os atendimentos: Sem motivo/ });
    expect(asked()).toEqual(["/reports/resolutions?date_from=2026-11-01&date_to=2026-11-10"]);
    const query = new URLSearchParams(link.getAttribute("href")?.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      only: "resolved",
      from: "2026-11-01",
      to: "2026-11-10",
      filter: '{"all":[{"field":"resolution","op":"in","value":[null]}]}',
    });
    expect(screen.getByText("75%")).toBeTruthy();
  });
});

describe("files", () => {
  test("the rows shown are written into a file, and the page shows the progress", async () => {
    await visit("/reports?queues=3&columns=contact,protocol");
    files = [
      {
        ...{ id: 5, kind: "attendances", format: "xlsx", state: "running", error: null, done: 20, total: 80 },
        ...{ from: "2026-11-14", to: "2026-11-20", createdAt: "", expiresAt: "2026-11-21T12:00:00.000Z" },
      },
    ];
    fireEvent.click(screen.getByRole("button", { name: "Baixar" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Planilha (XLSX)" }));
    expect(await screen.findByText("Linhas: 20 de 80")).toBeTruthy();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      kind: "attendances",
      format: "xlsx",
      filter: { by: "finished", sort: "newest", days: "7", queueIds: "[3]" },
      columns: ["contact", "protocol"],
      language: "pt",
    });
    fireEvent.click(screen.getByRole("button", { name: /^Parar: Atendimentos/ }));
    await waitFor(() =>
      expect(calls.some(({ method, path }) => `${method} ${path}` === "DELETE /reports/files/5")).toBe(true),
    );
  });
});

describe("files of the other tabs", () => {
  const requested = async (tab: string) => {
    await visit(`/reports?tab=${tab}&from=2026-11-01&to=2026-11-10`);
    fireEvent.click(screen.getByRole("button", { name: "Baixar" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
    return calls.find(({ method }) => method === "POST")?.body;
  };

  test("Satisfação is downloaded with its choice of comments", async () => {
    expect(await requested("satisfaction&commented=1")).toMatchObject({
      kind: "ratings",
      filter: { date_from: "2026-11-01", date_to: "2026-11-10", commented: true },
    });
  });

  test("Jornada is downloaded, and its file carries its name", async () => {
    files = [
      {
        ...{ id: 5, kind: "work", format: "csv", state: "done", error: null, done: 1, total: 1 },
        ...{ from: "2026-11-01", to: "2026-11-10", createdAt: "", expiresAt: "2026-11-21T12:00:00.000Z" },
      },
    ];
    expect(await requested("work")).toMatchObject({ kind: "work", format: "csv" });
    expect(screen.getByText("Jornada, 01/11/2026 a 10/11/2026, CSV")).toBeTruthy();
  });
});

describe("scheduled reports", () => {
  const weekly = {
    ...{ id: 3, name: "Resumo", kind: "attendances", format: "csv", filter: {}, columns: ["protocol"] },
    ...{ period: "weekly", at: "07:30", users: [{ id: 4, name: "Dona" }], active: true },
    nextAt: "2026-11-23T10:30:00.000Z",
  };

  test("a schedule is added with the filter and columns of the page, for people who read reports", async () => {
    await visit("/reports?tab=schedules&queues=3&columns=contact");
    fireEvent.click(await screen.findByRole("button", { name: "Novo agendamento" }));
    fireEvent.change(await screen.findByLabelText(/^Nome/), { target: { value: "Resumo" } });
    fireEvent.click(screen.getByRole("button", { name: "Destinatários: Escolher" }));
    expect(screen.queryByRole("checkbox", { name: "Ana" })).toBeNull();
    fireEvent.click(await screen.findByText("Dona"));
    fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
    expect(calls.find(({ method }) => method === "POST")).toMatchObject({
      path: "/report-schedules",
      body: {
        ...{ name: "Resumo", period: "weekly", at: "08:00", userIds: [4], columns: ["contact"] },
        filter: { by: "finished", queueIds: "[3]" },
      },
    });
  });

  test("a schedule shows when it is sent next, and is sent now", async () => {
    schedules = [weekly];
    await visit("/reports?tab=schedules");
    expect(await screen.findByText("Toda segunda-feira, às 07:30")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Enviar agora: Resumo" }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ method: "POST", path: "/report-schedules/3/now" }),
    );
  });
});
