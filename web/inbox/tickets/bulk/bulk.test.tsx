import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { DEFAULT_FILTER } from "#web/inbox/tickets/list/list-filter.ts";
import { lists, tickets } from "#web/inbox/tickets/store.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { bulkTexts } from "./locales/index.ts";
import { RowPick } from "./row-pick.tsx";
import {
  clearSelection,
  isBarShown,
  STARTING,
  selected,
  selectTo,
  shownRun,
  toggleRow,
} from "./selection.ts";

await startPortuguese({ name: "tickets" }, { name: "common" }, bulkTexts, fieldTexts);
let line: FakeWebSocket;
globalThis.WebSocket = function open() {
  line = new FakeWebSocket();
  return line;
} as never;

const run = (fields: object) => ({
  ...{ id: 9, state: "done", total: 3, waiting: 0, done: 2, unchanged: 0, failed: 1, undone: 0, kept: 0 },
  ...{ undoUntil: "2026-06-05T12:10:00.000Z", failures: [] },
  ...fields,
});
const FIELD = {
  ...{ id: 4, of: "ticket", key: "pedido", label: "Pedido", kind: "text", choices: [], required: false },
  ...{ queueIds: [], inList: false, position: 1, active: true, hasValues: false },
};
const MACROS = [
  {
    id: 1,
    name: "Encerrar",
    actions: [
      { action: "tag_add", tagIds: [3] },
      { action: "resolve", farewell: false },
    ],
  },
  { id: 2, name: "Responder", actions: [{ action: "reply", text: "Oi", parameters: [] }] },
].map((one) => ({ ...one, active: true, queueIds: [], digit: null, shared: true, description: "" }));
const ROWS = [1, 2, 3, 4].map((id) => sampleTicket({ id, uuid: `u${id}`, userId: 1 }));
let calls: PageCall[];
let report: object;
/** Answers the start of a run; tests replace it to answer later, or to refuse. */
let starts: () => Promise<{ status?: number; body: object }>;
beforeEach(async () => {
  report = run({});
  starts = async () => ({ body: { runId: 9, total: 3 } });
  calls = servePage(({ method, path }) => {
    if (method === "POST" && path.endsWith("bulk")) return starts();
    if (path.startsWith("/tickets/bulk")) return { body: report };
    if (path === "/macros") return { body: { macros: MACROS } };
    if (path === "/follow-ups") return { body: { followUps: [{ id: 6, name: "Cobrança", steps: [] }] } };
    if (path === "/fields") return { body: { fields: [FIELD] } };
    return { body: { tickets: ROWS, count: 312, hasMore: true } };
  });
  act(() => session.take({ token: "t", user: { ...sampleUser(), profile: "admin" } as never }));
  act(() => lists.show({ ...DEFAULT_FILTER, everybody: true }));
  await waitFor(() => expect(lists.current.value?.items.value).toHaveLength(4));
});
afterEach(() =>
  act(() => {
    shownRun.value = null;
    clearSelection();
    lists.forget();
    tickets.clear();
    session.end();
  }),
);
const ids = () => [...selected.value].sort();
const order = () => lists.current.value?.items.value.map(({ id }) => id) ?? [];
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** Presses a button as soon as it is there. */
async function pressOnce(name: RegExp): Promise<void> {
  const button = await screen.findByRole("button", { name });
  await act(async () => fireEvent.click(button));
}
const posted = () => calls.filter(({ method }) => method === "POST");

describe("selection of tickets", () => {
  test("a press selects a row, and one with Shift the rows up to it", () => {
    const [first = 0, , third = 0] = order();
    act(() => toggleRow(first));
    act(() => selectTo(third));
    expect(ids()).toEqual(order().slice(0, 3).sort());
    act(() => toggleRow(third));
    expect(ids()).toEqual(order().slice(0, 2).sort());
  });

  test("the checkbox of a row names its contact and shows whether the row is selected", () => {
    const ticket = sampleTicket({ id: 1 });
    render(<RowPick ticket={ticket} />);
    const box = screen.getByRole("checkbox", { name: new RegExp(ticket.contact.name) }) as HTMLInputElement;
    fireEvent.click(box);
    expect(ids()).toEqual([1]);
    expect(box.checked).toBe(true);
  });
});

describe("run of another page", () => {
  let seq = 100;
  const tell = (fields: object) => {
    seq += 1;
    const data = { action: "update", run: run(fields) };
    act(() => line.says({ t: "event", seq, channel: "company-1-bulk", data }));
  };

  test("a working run is shown on every page of its user, a finished one only where it was shown", () => {
    isBarShown.value = false;
    act(() => line.ready());
    tell({ id: 5, state: "done" });
    expect([shownRun.value, isBarShown.value]).toEqual([null, false]);
    tell({ id: 6, state: "running", waiting: 2, done: 1, failed: 0 });
    expect([shownRun.value?.id, isBarShown.value]).toEqual([6, true]);
    tell({ id: 6, state: "done" });
    expect(shownRun.value?.state).toBe("done");
    shownRun.value = run({ id: STARTING, state: "running" }) as never;
    tell({ id: 7, state: "done" });
    expect(shownRun.peek()).toMatchObject({ id: 7, state: "done" });
    act(() => session.end());
    expect(shownRun.value).toBeNull();
  });
});

describe("bar of bulk actions", () => {
  const filter = { ...DEFAULT_FILTER, everybody: true };

  test("the actions of the bar go to the selected tickets, and the result offers undo and what failed", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    expect(screen.getByRole("status").textContent).toBe("1 selecionado");
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Resolver sem mensagem" }));
    await screen.findByText("2 atendimentos prontos · 1 falhou");
    expect(posted()[0]?.body).toMatchObject({
      selection: { ids: [2] },
      actions: [{ action: "resolve", farewell: false }],
    });
    expect(ids()).toEqual([]);
    report = run({ failures: [{ error: "ERR_TICKET_CHANGED", tickets: [{ id: 3, name: "Marina" }] }] });
    press("Ver o que falhou");
    expect(await screen.findByText("Marina")).toBeTruthy();
    report = run({ state: "running", waiting: 1, failed: 0 });
    press("Tentar de novo estes");
    await screen.findByText("2 de 3");
    expect(posted().at(-1)?.path).toBe("/tickets/bulk/9/retry");
  });

  test("all tickets of the list are selected by its filter", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Selecionar todos os 312 da lista");
    expect(screen.getByRole("status").textContent).toBe("Todos os 312 da lista");
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Prioridade urgente" }));
    await screen.findByText("2 atendimentos prontos · 1 falhou");
    expect(posted()[0]?.body).toMatchObject({
      selection: { query: { status: "open", showAll: "true" } },
      actions: [{ action: "priority", priority: 4 }],
    });
    press("Desfazer");
    await waitFor(() => expect(posted().at(-1)?.path).toBe("/tickets/bulk/9/undo"));
  });

  test("a ticket that is deselected from the whole list is left out of the run", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Selecionar todos os 312 da lista");
    act(() => toggleRow(3));
    expect(screen.getByRole("status").textContent).toBe("311 selecionados");
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Prioridade urgente" }));
    await screen.findByText("2 atendimentos prontos · 1 falhou");
    expect(posted()[0]?.body).toMatchObject({ selection: { query: { showAll: "true" }, except: [3] } });
  });

  /** Starts a run on ticket 2 that the server has not answered yet; returns the answer. */
  async function startLate() {
    const { promise, resolve } = Promise.withResolvers<{ status?: number; body: object }>();
    starts = () => promise;
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Resolver sem mensagem" }));
    return (answer: { status?: number; body: object }) => act(async () => resolve(answer));
  }

  test("rows selected while a run starts are a new selection that its answer does not clear", async () => {
    const answer = await startLate();
    expect(ids()).toEqual([]);
    expect(screen.getByRole("status").textContent).toBe("0 de 1");
    act(() => toggleRow(3));
    expect(screen.getByRole("status").textContent).toBe("1 selecionado");
    await answer({ body: { runId: 9, total: 1 } });
    await waitFor(() => expect(shownRun.value?.id).toBe(9));
    expect(posted()[0]?.body).toMatchObject({ selection: { ids: [2] } });
    expect(ids()).toEqual([3]);
  });

  test("a refused run gives its selection back, unless another one was begun", async () => {
    const refused = { status: 409, body: { error: "ERR_BULK_RUNNING" } };
    const answer = await startLate();
    await answer(refused);
    await waitFor(() => expect(ids()).toEqual([2]));
    expect(shownRun.value).toBeNull();
    press("Ações");
    const { promise, resolve } = Promise.withResolvers<typeof refused>();
    starts = () => promise;
    fireEvent.click(await screen.findByRole("menuitem", { name: "Resolver sem mensagem" }));
    act(() => toggleRow(4));
    await act(async () => resolve(refused));
    await waitFor(() => expect(shownRun.value).toBeNull());
    expect(ids()).toEqual([4]);
  });

  test("a macro without replies runs on the selected tickets, and one with a reply is not offered", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Executar macro…" }));
    await pressOnce(/Macro$/);
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Encerrar"]);
    await act(async () => fireEvent.click(screen.getByRole("option", { name: "Encerrar" })));
    press("Aplicar");
    await waitFor(() => expect(posted()[0]?.body).toMatchObject({ actions: MACROS[0]?.actions }));
  });

  test("a follow-up starts on the selected tickets", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Iniciar sequência…" }));
    await pressOnce(/Sequência$/);
    await act(async () => fireEvent.click(screen.getByRole("option", { name: "Cobrança" })));
    press("Aplicar");
    await waitFor(() =>
      expect(posted()[0]?.body).toMatchObject({ actions: [{ action: "follow_up", followUpId: 6 }] }),
    );
  });

  test("a new selection takes the place of a result", async () => {
    act(() => {
      shownRun.value = run({}) as never;
      isBarShown.value = true;
    });
    render(<BulkBar filter={filter} />);
    await screen.findByText("2 atendimentos prontos · 1 falhou");
    act(() => toggleRow(2));
    expect(screen.getByRole("status").textContent).toBe("1 selecionado");
    act(() => clearSelection());
    await screen.findByText("2 atendimentos prontos · 1 falhou");
  });

  test("a field of the selected tickets gets the value that was entered", async () => {
    act(() => toggleRow(2));
    render(<BulkBar filter={filter} />);
    press("Ações");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Preencher um campo…" }));
    await pressOnce(/Campo$/);
    await act(async () => fireEvent.click(await screen.findByRole("option", { name: "Pedido" })));
    await act(async () =>
      fireEvent.change(screen.getByRole("textbox", { name: "Pedido" }), { target: { value: "A-7" } }),
    );
    press("Aplicar");
    await waitFor(() =>
      expect(posted()[0]?.body).toMatchObject({
        actions: [{ action: "field_set", key: "pedido", value: "A-7" }],
      }),
    );
  });
});
