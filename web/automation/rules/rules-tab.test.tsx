import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { RuleAnswer } from "#automation/rules/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { ruleTexts } from "./locales/index.ts";
import { ruleList } from "./rules-api.ts";
import { RulesTab } from "./rules-tab.tsx";

await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });
for (const texts of [ruleTexts, viewTexts, actionTexts]) await startPortuguese(texts);
// The dialogs are loaded before the first test, which does not wait for it.
await Promise.all([import("./rule-dialog.tsx"), import("./run-log.tsx"), import("./dry-run.tsx")]);

const rule = (change: Partial<RuleAnswer> = {}): RuleAnswer => ({
  ...{ id: 1, name: "Boleto", event: "message_received", settings: {}, position: 1, stop: false },
  conditions: { all: [{ field: "message.text", op: "contains_word", value: ["boleto"] }] },
  actions: [{ action: "transfer", queueId: 3 }],
  ...{ files: [], oncePer: "event", alsoFromRules: false, active: false, fired: 2, lastFailure: null },
  missingUserIds: [],
  ...change,
});
const URGENT = rule({ id: 2, name: "Urgente", position: 2, actions: [{ action: "priority", priority: 4 }] });

const { fetch } = globalThis;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let known: RuleAnswer[];
beforeEach(() => {
  sent = [];
  known = [rule(), URGENT];
  globalThis.WebSocket = FakeWebSocket as never;
  act(() => session.take({ token: "t", user: { ...sampleUser(), profile: "admin" } as never }));
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const given = address instanceof Request ? address.url : String(address);
    const request = new Request(new URL(given, "http://x/"), init);
    const { pathname: path } = new URL(request.url);
    const body = request.method === "GET" ? {} : await request.json();
    if (request.method !== "GET") sent.push({ method: request.method, path, body });
    if (path === "/api/rules/dry-run")
      return Response.json({
        results: [
          {
            ...{ ticketId: 5, uuid: "u", name: "Maria", at: "2026-11-29T10:00:00.000Z", wouldFire: true },
            conditions: [
              {
                field: "message.text",
                op: "contains_word",
                value: ["boleto"],
                found: "meu boleto",
                ok: true,
                asOfToday: false,
              },
            ],
          },
        ],
      });
    if (path.endsWith("/runs"))
      return Response.json({
        runs: [
          {
            ...{ id: 1, ruleId: 1, ruleName: "Boleto", at: "2026-11-29T10:00:00.000Z", outcome: "skipped" },
            ...{ reason: "attended", ticket: { id: 5, uuid: "u", name: "Maria" }, depth: 0 },
            conditions: [{ field: "priority", op: "in", value: [4], found: "2", ok: false }],
          },
        ],
        ...{ count: 1, hasMore: false },
      });
    if (request.method === "PUT" && /\/rules\/\d+$/.test(path)) {
      const found = known.find(({ id }) => path.endsWith(`/${id}`)) ?? rule();
      return Response.json({ ...found, ...body });
    }
    if (request.method === "POST" && path === "/api/rules")
      return Response.json(rule({ id: 9, ...(body as object) }));
    return path === "/api/rules" ? Response.json({ rules: known }) : Response.json([]);
  }) as never;
  ruleList.forget();
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    session.end();
    toasts.closeAll();
  });
});
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

describe("the tab of the rules", () => {
  test("a rule that moves tickets is simulated before it is switched on", async () => {
    render(<RulesTab />);
    fireEvent.click(await screen.findByRole("switch", { name: "Ligar Boleto" }));
    expect(await screen.findByText("Teria executado em 1 de 1 atendimentos")).toBeTruthy();
    expect(screen.getByText(/encontrado: meu boleto/)).toBeTruthy();
    expect(sent.map(({ path }) => path)).toEqual(["/api/rules/dry-run"]);
    await press("Ligar regra");
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: "/api/rules/1", body: { active: true } }));
  });

  test("a rule that only changes the ticket is switched on at once", async () => {
    render(<RulesTab />);
    fireEvent.click(await screen.findByRole("switch", { name: "Ligar Urgente" }));
    await waitFor(() => expect(sent).toMatchObject([{ path: "/api/rules/2", body: { active: true } }]));
  });

  test("Alt+↓ moves a rule one place down", async () => {
    render(<RulesTab />);
    const row = await screen.findByRole("listitem", { name: "Regra Boleto, posição 1 de 2" });
    fireEvent.keyDown(row, { key: "ArrowDown", altKey: true });
    await waitFor(() => expect(sent).toMatchObject([{ path: "/api/rules/order", body: { ids: [2, 1] } }]));
    expect(await screen.findByRole("listitem", { name: "Regra Boleto, posição 2 de 2" })).toBeTruthy();
  });

  test("the log names the reason and the first condition that failed", async () => {
    render(<RulesTab />);
    await press("Histórico de Boleto");
    expect(await screen.findByText("Uma pessoa está atendendo")).toBeTruthy();
    expect(screen.getByText(/encontrado: 2 · Primeira que não valeu/)).toBeTruthy();
  });

  test("an empty list offers four templates, and a rule is saved switched off", async () => {
    known = [];
    render(<RulesTab />);
    await press(/Urgente após 30 minutos/);
    expect(await screen.findByDisplayValue("Urgente após 30 minutos")).toBeTruthy();
    await press("Salvar");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      ...{ method: "POST", path: "/api/rules" },
      body: {
        ...{ event: "no_answer", settings: { minutes: 30, hours: "open" }, conditions: null },
        actions: [{ action: "priority", priority: 4 }],
      },
    });
    expect(sent[0]?.body).not.toHaveProperty("active");
  });

  test("when the rules fail to load, the tab shows an error instead of the empty state, and a retry loads them", async () => {
    const answers = globalThis.fetch;
    globalThis.fetch = (async () => new Response("", { status: 500 })) as never;
    render(<RulesTab />);
    const retry = await screen.findByRole("button", { name: "Tentar de novo" });
    expect(screen.queryByText("Nenhuma regra")).toBeNull();
    globalThis.fetch = answers;
    fireEvent.click(retry);
    expect(await screen.findByRole("switch", { name: "Ligar Boleto" })).toBeTruthy();
  });
});
