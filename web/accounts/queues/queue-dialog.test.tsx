import { afterEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { queueTexts } from "./locales/index.ts";
import { sampleNode } from "./options/test-tree.ts";
import { QueueDialog } from "./queue-dialog.tsx";
import type { Queue } from "./queue-list.ts";
import { sampleQueue } from "./test-queue.ts";

await startPortuguese(queueTexts, hoursTexts, variableTexts);
afterEach(() => act(() => session.end()));

const person = (id: number, name: string) => ({
  id,
  name,
  profile: "user",
  online: true,
  away: false,
  queues: [],
});
const PEOPLE = [person(5, "Ana"), person(6, "Bia")];

function open(
  queue: Queue | null,
  answer: (call: PageCall) => { body: unknown } | undefined = () => undefined,
) {
  const calls = servePage((call) => {
    const special = answer(call);
    if (special) return special;
    if (call.path === "/users/list") return { body: PEOPLE };
    if (call.path.startsWith("/queue-options") || call.path === "/tags/list") return { body: [] };
    if (call.path === "/chatbot/rehearsal") return { body: { state: {}, says: [], end: null } };
    return { body: { ...sampleQueue(), ...(call.body as object) } };
  });
  const saved: [Queue, boolean][] = [];
  let closed = false;
  render(
    <QueueDialog
      queue={queue}
      onSaved={(row, goOn) => saved.push([row, goOn])}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  const writes = () =>
    calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  return { calls, saved, writes, isClosed: () => closed };
}
const tab = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

test("an invalid name opens its tab in the queue dialog, and no request is sent", async () => {
  const { writes } = open(null);
  tab("Horários de atendimento");
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Obrigatório")).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Dados da fila" }).getAttribute("aria-selected")).toBe("true");
  expect(writes()).toEqual([]);
});

test("the queue dialog sends the values of all tabs together", async () => {
  const { calls, saved } = open(sampleQueue());
  type("Nome", "Comercial");
  tab("Mensagens");
  type("Mensagem de conclusão", "Obrigado!");
  tab("Horários de atendimento");
  fireEvent.click(screen.getByRole("checkbox", { name: "Domingo" }));
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3000 });
  const body = calls.find(({ method }) => method === "PUT")?.body as Queue;
  expect(body).toMatchObject({ name: "Comercial", complationMessage: "Obrigado!" });
  const sunday = body.schedules.find(({ weekdayEn }) => weekdayEn === "sunday");
  expect(sunday).toMatchObject({ startTime: "08:00", endTime: "18:00" });
});

test("a variable is inserted into a text of the queue, and the preview follows", () => {
  open(sampleQueue({ greetingMessage: "Olá " }));
  tab("Mensagens");
  fireEvent.click(screen.getByRole("button", { name: "Inserir em Mensagem de saudação: Primeiro nome" }));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Mensagem de saudação" });
  expect(box.value).toContain("{{firstName}}");
  expect(screen.getByRole("region", { name: "Prévia de Mensagem de saudação" }).textContent).toContain(
    "Maria",
  );
});

test("the distribution switch of the queue dialog shows a warning until two users are in the list", async () => {
  open(sampleQueue({ usersDistributedTickets: "5" }));
  tab("Distribuição");
  expect(await screen.findByText("Ana")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: /Distribuir/ }));
  expect(screen.getByText("Deve ser adicionado mais de 1 usuário para habilitar a opção")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("switch", { name: /Distribuir/ }).checked).toBe(false);
});

test("users of the distribution list can be reordered", async () => {
  const { calls, saved } = open(
    sampleQueue({ usersDistributedTickets: "5;6", allowDistributedTickets: true }),
  );
  tab("Distribuição");
  fireEvent.click(await screen.findByRole("button", { name: "Subir Bia" }));
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3000 });
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    usersDistributedTickets: [6, 5],
    allowDistributedTickets: true,
  });
});

test("a new queue is saved before its options are edited", async () => {
  const { saved, writes } = open(null);
  type("Nome", "Vendas");
  tab("Opções");
  fireEvent.click(screen.getByRole("button", { name: "Salvar e montar as opções" }));
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3000 });
  expect(writes()).toEqual(["POST /queue"]);
  expect(saved[0]?.[1]).toBe(true);
});

test("option changes are drafts until the queue is saved, and a deletion names the options below the option", async () => {
  const tree = [sampleNode(1, [sampleNode(11), sampleNode(12)], { title: "Preços" })];
  const { calls, writes, saved } = open(sampleQueue(), ({ path, method }) =>
    method === "GET" && path.startsWith("/queue-options") ? { body: tree } : undefined,
  );
  const stored = () => writes().filter((line) => !line.includes("rehearsal"));
  tab("Opções");
  const row = await screen.findByRole("treeitem", { name: "1 Preços" });
  expect(row.getAttribute("aria-expanded")).toBe("true");
  const title = screen.getByRole("textbox", { name: "Título" });
  fireEvent.change(title, { target: { value: "Tabela" } });
  fireEvent.blur(title);
  await screen.findByRole("treeitem", { name: "1 Tabela" });
  expect(stored()).toEqual([]);
  fireEvent.keyDown(screen.getByRole("treeitem", { name: "1 Tabela" }), { key: "Delete" });
  const ask = within(await screen.findByRole("alertdialog"));
  expect(ask.getByText("Deseja realmente excluir esse registro?")).toBeTruthy();
  expect(ask.getByText(/As 2 opções abaixo dela/)).toBeTruthy();
  fireEvent.click(ask.getByRole("button", { name: "Excluir" }));
  await waitFor(() => expect(screen.queryAllByRole("treeitem").length).toBe(0));
  expect(stored()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3000 });
  expect(stored()).toEqual(["PUT /queue/1", "PUT /queue-options/1", "DELETE /queue-options/1"]);
  expect(calls.find(({ path }) => path === "/queue-options/1")?.body).toMatchObject({ title: "Tabela" });
});

test("the queue dialog asks for confirmation before changed options are discarded", async () => {
  const { isClosed, writes } = open(sampleQueue(), ({ path, method }) =>
    method === "GET" && path.startsWith("/queue-options")
      ? { body: [sampleNode(1, [], { title: "Preços" })] }
      : undefined,
  );
  tab("Opções");
  await screen.findByRole("treeitem", { name: "1 Preços" });
  const title = screen.getByRole("textbox", { name: "Título" });
  fireEvent.change(title, { target: { value: "Tabela" } });
  fireEvent.blur(title);
  await screen.findByRole("treeitem", { name: "1 Tabela" });
  fireEvent.click(screen.getByRole("button", { name: "Fechar" }));
  expect(await screen.findByText("Descartar alterações?")).toBeTruthy();
  expect(isClosed()).toBe(false);
  expect(writes().some((line) => line.includes("queue-options"))).toBe(false);
});

test("after the confirmation of a deletion the focus returns to the row of the option", async () => {
  open(sampleQueue(), ({ path, method }) =>
    method === "GET" && path.startsWith("/queue-options")
      ? { body: [sampleNode(1, [], { title: "Preços" }), sampleNode(2, [], { title: "Entrega" })] }
      : undefined,
  );
  tab("Opções");
  const row = await screen.findByRole("treeitem", { name: "2 Entrega" });
  fireEvent.click(row);
  fireEvent.keyDown(row, { key: "Delete" });
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("2 Entrega"));
});

test("F2 edits an option's title: Esc keeps the old one, Enter saves the new one, and the row has the focus again", async () => {
  open(sampleQueue(), ({ path, method }) =>
    method === "GET" && path.startsWith("/queue-options")
      ? { body: [sampleNode(1, [], { title: "Preços" })] }
      : undefined,
  );
  tab("Opções");
  const row = await screen.findByRole("treeitem", { name: "1 Preços" });
  const focused = () => document.activeElement?.getAttribute("aria-label");
  const renameTo = (value: string, key: string) => {
    fireEvent.keyDown(row, { key: "F2" });
    const box = within(row).getByRole("textbox");
    fireEvent.change(box, { target: { value } });
    fireEvent.keyDown(box, { key });
  };
  renameTo("Outra", "Escape");
  await waitFor(() => expect(focused()).toBe("1 Preços"));
  renameTo("Tabela", "Enter");
  await waitFor(() => expect(focused()).toBe("1 Tabela"));
});

test("the queue dialog asks for confirmation before a changed text is discarded", async () => {
  const { isClosed } = open(sampleQueue());
  type("Nome", "Outro");
  fireEvent.click(screen.getByRole("button", { name: "Fechar" }));
  expect(await screen.findByText("Descartar alterações?")).toBeTruthy();
  expect(isClosed()).toBe(false);
});

/** Signs in to a company with these settings. */
function enter(settings: Readonly<Record<string, string>>) {
  globalThis.WebSocket = FakeWebSocket as never;
  const { company } = sampleUser();
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }));
  act(() =>
    session.take({ token: "t", user: sampleUser({ company: { ...company, settings: rows as never } }) }),
  );
}

test.each([
  ["disabled", "Estes horários não estão em uso: a empresa está como “Sempre aberto”."],
  ["company", "Estes horários não estão em uso: são usados os horários da empresa."],
])(
  "with the setting %s the tab of the hours states that it is idle, with a link to the setting",
  (scheduleType, words) => {
    enter({ scheduleType });
    open(sampleQueue());
    tab("Horários de atendimento");
    const note = screen.getByText(words, { exact: false });
    expect(
      within(note.closest("div") as HTMLElement)
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("/settings");
  },
);

test("where the company has opening hours per queue, the tab of the hours has no note", () => {
  enter({ scheduleType: "queue" });
  open(sampleQueue());
  tab("Horários de atendimento");
  expect(screen.queryByText("Estes horários não estão em uso", { exact: false })).toBeNull();
});

test.each([
  ["en", /^Good (morning|afternoon|evening), Maria!$/],
  ["es", /^Buen(os días|as tardes|as noches), Maria!$/],
  ["pt-BR", /^Bo(m dia|a tarde|a noite|a madrugada), Maria!$/],
])(
  "the preview of a queue's greeting is in the company's language %s, not in that of the page",
  (language, greeting) => {
    enter({ language });
    open(sampleQueue({ greetingMessage: "{{greeting}}, {{firstName}}!" }));
    tab("Mensagens");
    const preview = screen.getByRole("region", { name: "Prévia de Mensagem de saudação" });
    expect(preview.textContent).toMatch(greeting);
  },
);
