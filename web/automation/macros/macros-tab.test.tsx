import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { useSignals } from "@preact/signals-react/runtime";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { MacroAnswer, PreviewLine } from "#automation/macros/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { loadMacroDialogs } from "#web/inbox/tickets/macros/load.ts";
import { macroTexts } from "#web/inbox/tickets/macros/locales/index.ts";
import { macroList } from "#web/inbox/tickets/macros/macro-list.ts";
import { macroStart, startMacro } from "#web/inbox/tickets/macros/start.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { loadMacrosTab } from "./macros-tab.tsx";

await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });
await startPortuguese(macroTexts);
await startPortuguese(actionTexts);
const MacroDialogs = await loadMacroDialogs();

const user = sampleUser();
const ticket = sampleTicket({ id: 5, userId: user.id, status: "open" });
const macro = (change: Partial<MacroAnswer> = {}): MacroAnswer => ({
  id: 1,
  name: "Orçamento",
  description: "",
  shared: false,
  queueIds: [],
  actions: [
    { action: "tag_add", tagIds: [1] },
    { action: "reply", text: "Olá {{firstName}}", parameters: [] },
  ],
  files: [],
  digit: 1,
  active: true,
  lastUsedAt: null,
  ...change,
});
const TAGGED: PreviewLine = { action: "tag_add", text: "VIP", files: [], isEditable: false };
const REPLY: PreviewLine = { action: "reply", text: "*Ana:*\nOlá Maria", files: [], isEditable: true };

const { fetch } = globalThis;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let known: MacroAnswer[];
let lines: PreviewLine[];
let refused: object | null;
beforeEach(() => {
  sent = [];
  known = [macro(), macro({ id: 2, name: "Segunda via", digit: null, description: "Manda o boleto" })];
  lines = [TAGGED, REPLY];
  refused = null;
  globalThis.WebSocket = FakeWebSocket as never;
  act(() => session.take({ token: "t", user: { ...user, profile: "user" } as never }));
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const given = address instanceof Request ? address.url : String(address);
    const request = new Request(new URL(given, "http://x/"), init);
    const { pathname: path } = new URL(request.url);
    const body = request.method === "GET" ? {} : await request.json();
    if (request.method !== "GET") sent.push({ method: request.method, path, body });
    if (path.endsWith("/preview")) return Response.json({ lines });
    if (path.endsWith("/run"))
      return refused ? Response.json(refused, { status: 409 }) : Response.json(ticket);
    if (path === "/api/macros" && request.method === "POST")
      return Response.json(macro({ id: 9, name: String(body.name), actions: body.actions }));
    return path === "/api/macros" ? Response.json({ macros: known }) : Response.json([]);
  }) as never;
  macroList.forget();
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    macroStart.value = null;
    session.end();
    toasts.closeAll();
  });
});

function Shown() {
  useSignals();
  return macroStart.value ? <MacroDialogs {...macroStart.value} /> : null;
}
async function open(macroId: number | null = null) {
  await act(() => macroList.need());
  await act(async () => startMacro(ticket, macroId));
  await act(async () => void render(<Shown />));
}
const runs = () => sent.filter(({ path }) => path.endsWith("/run"));
const words = () => document.body.textContent ?? "";

describe("running a macro", () => {
  test("a digit chooses its macro, the preview shows what happens, and Ctrl+Enter sends the changed text", async () => {
    await open();
    const search = await screen.findByPlaceholderText("Buscar macro ou digitar a tecla");
    await act(async () => fireEvent.change(search, { target: { value: "1" } }));
    const box = await screen.findByLabelText("Mensagem para o cliente");
    expect(words()).toContain("Adicionar tags: VIP");
    expect((box as HTMLTextAreaElement).value).toBe("*Ana:*\nOlá Maria");
    await act(async () => fireEvent.change(box, { target: { value: "*Ana:*\nOi Maria" } }));
    await act(async () => fireEvent.keyDown(box, { key: "Enter", ctrlKey: true }));
    await waitFor(() => expect(runs()).toHaveLength(1));
    expect(runs()[0]).toMatchObject({
      path: "/api/macros/1/run",
      body: { ticketId: 5, replyText: "*Ana:*\nOi Maria" },
    });
    await waitFor(() => expect(toasts.list.value[0]?.text).toBe("Macro Orçamento executada."));
    expect(macroStart.value).toBeNull();
  });

  test("a macro is found by its description, and nothing runs before the preview", async () => {
    await open();
    const search = await screen.findByPlaceholderText("Buscar macro ou digitar a tecla");
    await act(async () => fireEvent.change(search, { target: { value: "boleto" } }));
    expect(words()).toContain("Segunda via");
    expect(words()).not.toContain("Orçamento");
    expect(sent).toEqual([]);
  });

  test("a macro without preview runs at once, and a problem shows the preview anyway", async () => {
    await act(async () => void (await preferences.set({ macrosWithoutPreview: [1] })));
    sent = [];
    await open(1);
    await waitFor(() => expect(runs()).toHaveLength(1));
    lines = [{ ...TAGGED, problem: "ERR_NO_PERMISSION" }, REPLY];
    await act(async () => startMacro(ticket, 1));
    await screen.findByRole("alert");
    expect(runs()).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Executar" }).hasAttribute("disabled")).toBe(true);
  });

  test("a refused run names the refused step and changes nothing", async () => {
    refused = { error: "ERR_MACRO_REFUSED", details: { index: 1, error: "ERR_TICKET_CLOSED" } };
    await open(2);
    const box = await screen.findByLabelText("Mensagem para o cliente");
    await act(async () => fireEvent.keyDown(box, { key: "Enter", ctrlKey: true }));
    await waitFor(() => expect(toasts.list.value[0]?.text).toContain("Nada foi feito. Passo 2:"));
    expect(macroStart.value).not.toBeNull();
  });
});

describe("the tab of macros", () => {
  test("an empty list offers three samples, and a sample opens the form with its actions", async () => {
    known = [];
    const MacrosTab = await loadMacrosTab();
    await act(async () => void render(<MacrosTab />));
    expect(words()).toContain("Junte numa tecla o que você faz todo dia.");
    const samples = screen.getByRole("list", { name: "Exemplos" });
    expect(samples.querySelectorAll("button")).toHaveLength(3);
    await act(async () => fireEvent.click(screen.getByText("Agradecer e resolver")));
    await screen.findByRole("dialog");
    expect(words()).toContain("1. Responder ao cliente");
    expect(words()).toContain("2. Resolver");
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Salvar" })));
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === "/api/macros")).toMatchObject([
        {
          body: {
            name: "Agradecer e resolver",
            actions: [
              { action: "reply", text: "Obrigado pelo contato, {{firstName}}! Se precisar, é só chamar." },
              { action: "resolve", farewell: false },
            ],
          },
        },
      ]),
    );
  });

  test("a macro from a sample without a queue is not stored, and the form names the missing value", async () => {
    known = [];
    const MacrosTab = await loadMacrosTab();
    await act(async () => void render(<MacrosTab />));
    await act(async () => fireEvent.click(screen.getByText("Passar para outra fila")));
    await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Salvar" })));
    await waitFor(() => expect(words()).toContain("Complete esta ação."));
    expect(sent).toEqual([]);
  });
});
