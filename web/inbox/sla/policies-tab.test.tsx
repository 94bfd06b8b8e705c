import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { SlaPolicyAnswer } from "#inbox/sla/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { slaPolicyTexts } from "./locales/index.ts";
import { PoliciesTab } from "./policies-tab.tsx";
import { bodyOf, formOf } from "./policy-form.ts";

await startPortuguese({ name: "common" });
await startPortuguese(slaPolicyTexts);
await startPortuguese(viewTexts);

const policy = (change: Partial<SlaPolicyAnswer> = {}): SlaPolicyAnswer => ({
  ...{ id: 1, name: "Padrão", position: 1, active: true, conditions: { all: [] }, hours: "company" },
  ...{ firstMinutes: 60, nextMinutes: null, resolutionMinutes: 2 * 24 * 60, startsAt: "queue" },
  ...{ pauseAsleep: true, pauseWaitingCustomer: true, warnPercent: 80 },
  ...change,
});

const { fetch } = globalThis;
let stored: SlaPolicyAnswer[];
let sent: { method: string; path: string; body: Record<string, unknown> }[];
beforeEach(() => {
  stored = [];
  sent = [];
  globalThis.fetch = (async (input: string | URL, init?: RequestInit) => {
    const path = new URL(String(input), location.origin).pathname.replace("/api", "");
    const method = init?.method ?? "GET";
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    if (method !== "GET") sent.push({ method, path, body });
    if (path === "/sla-policies/test") return Response.json({ dueAt: "2026-11-25T11:30:00.000Z" });
    if (method === "POST") stored = [policy({ name: String(body["name"]) })];
    if (path === "/sla-policies" && method === "GET") return Response.json({ policies: stored });
    return Response.json(path.startsWith("/sla-policies") ? (stored[0] ?? {}) : []);
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
});

test("when the policies fail to load, the tab shows an error instead of the empty state, and a retry loads them", async () => {
  const answers = globalThis.fetch;
  stored = [policy()];
  globalThis.fetch = (async () => new Response("", { status: 500 })) as never;
  render(<PoliciesTab />);
  const retry = await screen.findByRole("button", { name: "Tentar de novo" });
  globalThis.fetch = answers;
  await act(async () => fireEvent.click(retry));
  expect(await screen.findByText("Padrão")).toBeTruthy();
});

test("the tab is empty at first, and a new policy is stored with the values of the form", async () => {
  render(<PoliciesTab />);
  await screen.findByText("Prometa um tempo de resposta e acompanhe.");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Nova política" })));
  const name = await screen.findByLabelText(/^Nome/);
  await act(async () => fireEvent.change(name, { target: { value: "Vendas" } }));
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Primeira resposta"), { target: { value: "15" } }),
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Salvar" })));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: "POST",
    path: "/sla-policies",
    body: {
      name: "Vendas",
      firstMinutes: 15,
      nextMinutes: null,
      conditions: null,
      hours: "company",
      warnPercent: 80,
    },
  });
  await screen.findByText("Vendas");
});

test("a policy without any time is not sent", async () => {
  render(<PoliciesTab />);
  const add = await screen.findByRole("button", { name: "Nova política" });
  await act(async () => fireEvent.click(add));
  const name = await screen.findByLabelText(/^Nome/);
  await act(async () => fireEvent.change(name, { target: { value: "Vendas" } }));
  await act(async () =>
    fireEvent.change(screen.getByLabelText("Primeira resposta"), { target: { value: "" } }),
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Salvar" })));
  await screen.findByText("Preencha pelo menos um tempo.");
  expect(sent).toEqual([]);
});

test("a test shows when each promised time would be due", async () => {
  stored = [policy()];
  render(<PoliciesTab />);
  await screen.findByText("Primeira resposta: 1 h · Resolução: 2 dias");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Editar Padrão" })));
  const start = await screen.findByLabelText("O cliente escreve em");
  await act(async () => fireEvent.change(start, { target: { value: "2026-11-24T17:30" } }));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Calcular" })));
  await waitFor(() => expect(screen.getByText(/^Primeira resposta: vence em/)).toBeDefined());
  expect(sent.map(({ body }) => body)).toEqual([
    { start: "2026-11-24T17:30", minutes: 60, hours: "company", queueId: null },
    { start: "2026-11-24T17:30", minutes: 2880, hours: "company", queueId: null },
  ]);
});

test("two policies change places with the arrows", async () => {
  stored = [policy(), policy({ id: 2, name: "Urgente", position: 2 })];
  render(<PoliciesTab />);
  const up = await screen.findByRole("button", { name: "Mover Urgente para cima" });
  await act(async () => fireEvent.click(up));
  await waitFor(() =>
    expect(sent).toEqual([{ method: "PUT", path: "/sla-policies/order", body: { ids: [2, 1] } }]),
  );
});

test("a stored policy is read into the form and written back unchanged", () => {
  const stored = policy({
    conditions: { all: [{ field: "priority", op: "in", value: [4] }] },
    nextMinutes: 90,
  });
  const { id: _id, position: _position, ...body } = stored;
  expect(bodyOf(formOf(stored))).toEqual(body);
  expect(bodyOf(formOf(policy())).conditions).toBeNull();
});
