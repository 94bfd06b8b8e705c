import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { FollowUpAnswer } from "#inbox/follow-ups/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { type FollowUpFormOptions, followUpForm, problemOfStep } from "./follow-up-form.ts";
import { followUpList } from "./follow-up-list.ts";
import { loadFollowUpsTab } from "./follow-ups-tab.tsx";

await startPortuguese({ name: "common" });

const step = { template: null, fileId: null, mediaPath: null, mediaName: null };
const followUp = (change: Partial<FollowUpAnswer> = {}): FollowUpAnswer => ({
  ...{ id: 1, name: "Orçamento", shared: false, onlyInHours: true },
  steps: [
    { ...step, waitMinutes: 1440, text: "Conseguiu ver?" },
    { ...step, waitMinutes: 90, text: "Posso ajudar?" },
  ],
  ending: { action: "return", waitMinutes: 2880 },
  ...change,
});
const { fetch } = globalThis;
let sent: [string, string, Record<string, unknown>][];
let known: FollowUpAnswer[];
const as = (profile: "user" | "admin") =>
  act(() => session.take({ token: "t", user: { ...sampleUser(), profile } as never }));
beforeEach(() => {
  sent = [];
  known = [followUp(), followUp({ id: 2, name: "De todos", shared: true })];
  globalThis.WebSocket = FakeWebSocket as never;
  as("user");
  globalThis.fetch = (async (address: string | URL | Request, init?: RequestInit) => {
    const given = address instanceof Request ? address.url : String(address);
    const request = new Request(new URL(given, "http://x/"), init);
    const { pathname: path } = new URL(request.url);
    if (request.method === "GET")
      return Response.json(path === "/api/follow-ups" ? { followUps: known } : []);
    const body = await request.json();
    sent.push([request.method, path, body]);
    return Response.json(followUp({ id: 9, name: String(body.name) }));
  }) as never;
});
afterEach(() => {
  globalThis.fetch = fetch;
  act(() => {
    followUpList.forget();
    session.end();
    toasts.closeAll();
  });
});
const show = async () => {
  const Tab = await loadFollowUpsTab();
  return render(<Tab />).container;
};
const press = async (name: string) =>
  act(async () => fireEvent.click(await screen.findByRole("button", { name })));

describe("the tab of follow-ups", () => {
  test("a user sees waits and end of each follow-up, and changes only their own", async () => {
    const text = (await show()).textContent;
    expect(text).toContain("2 passos: 1 dia · 90 minutos");
    expect(text).toContain("No fim: devolver para a fila");
    expect(screen.queryByRole("button", { name: "Editar Orçamento" })).not.toBeNull();
    expect(screen.queryByRole("button", { name: "Editar De todos" })).toBeNull();
  });

  test("a new follow-up is stored with its steps in minutes, and admins may share it", async () => {
    as("admin");
    known = [];
    await show();
    await press("Nova sequência");
    const name = await screen.findByLabelText(/^Nome/);
    await act(async () => fireEvent.change(name, { target: { value: "Retomar pedido" } }));
    await act(async () =>
      fireEvent.change(screen.getByLabelText(/^Mensagem/), { target: { value: "Ainda tem interesse?" } }),
    );
    await act(async () => fireEvent.click(screen.getByLabelText(/^Compartilhar com a empresa/)));
    await press("Salvar");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject([
      "POST",
      "/api/follow-ups",
      {
        name: "Retomar pedido",
        shared: true,
        onlyInHours: true,
        steps: [{ waitMinutes: 1440, text: "Ainda tem interesse?", template: null, fileId: null }],
        ending: { action: "none", waitMinutes: 1440 },
      },
    ]);
    await waitFor(() => expect(followUpList.get(9)?.name).toBe("Retomar pedido"));
  });

  test("a step without a message and a file is not stored, and the form shows an error", async () => {
    known = [];
    await show();
    await press("Nova sequência");
    await act(async () =>
      fireEvent.change(await screen.findByLabelText(/^Nome/), { target: { value: "Vazia" } }),
    );
    await press("Salvar");
    await waitFor(() =>
      expect(document.body.textContent).toContain("Escreva uma mensagem ou anexe um arquivo."),
    );
    expect(sent).toEqual([]);
  });
});

describe("the form of a follow-up", () => {
  const draft = {
    ...step,
    ...{ wait: { count: 1, unit: "days" as const }, text: "Oi", file: { kind: "keep" as const } },
  };

  test("waits are between 30 minutes and 30 days, and values of a template are not empty", () => {
    const wait = (count: number, unit: "minutes" | "days") =>
      problemOfStep({ ...draft, wait: { count, unit } });
    expect([wait(29, "minutes"), wait(30, "minutes"), wait(30, "days"), wait(31, "days")]).toEqual([
      "wait",
      null,
      null,
      "wait",
    ]);
    const template = { templateName: "retomar", templateLanguage: "pt_BR", parameters: [" "] };
    expect(problemOfStep({ ...draft, template })).toBe("template");
    expect(problemOfStep({ ...draft, text: "", fileId: 4 })).toBeNull();
  });

  test("texts are stored first, then the files; after a failed upload, saving again creates no second follow-up", async () => {
    const told: string[] = [];
    let tries = 0;
    const calls = {
      async create() {
        told.push("create");
        return followUp();
      },
      async update(id: number) {
        told.push(`update ${id}`);
        return followUp();
      },
      async upload(id: number, place: number) {
        tries += 1;
        if (tries === 1) throw new Error("broken");
        told.push(`upload ${id} ${place}`);
        return followUp();
      },
    } as FollowUpFormOptions["calls"];
    const form = followUpForm({
      ...{ followUp: null, calls },
      onSaved: () => told.push("saved"),
      onFailure: () => told.push("failed"),
    });
    form.set("name", "Tabela");
    const file = new File(["x"], "tabela.pdf");
    form.set("steps", [{ ...draft, text: "", file: { kind: "put", name: file.name, file } }]);
    await form.submit();
    await form.submit();
    expect(told).toEqual(["create", "failed", "update 1", "upload 1 1", "saved"]);
  });
});
