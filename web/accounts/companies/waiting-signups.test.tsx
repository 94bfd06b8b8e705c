import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { WaitingSignupAnswer } from "#accounts/signup/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { WaitingSignups } from "./companies-tab.tsx";
import { companyTexts } from "./locales/index.ts";

await startPortuguese(companyTexts);

const signup = (id: number, change: Partial<WaitingSignupAnswer> = {}): WaitingSignupAnswer => ({
  id,
  name: `Padaria ${id}`,
  adminName: "Clara Reis",
  email: `clara${id}@padaria.example`,
  phone: "",
  planName: "Pro",
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  ...change,
});

/** Waiting sign-ups on the fake server. */
let waiting: WaitingSignupAnswer[];
let isDown = false;
beforeEach(() => {
  toasts.list.value = [];
  isDown = false;
});

async function visit() {
  const calls = servePage(({ method, path }) => {
    if (isDown) return { status: 500, body: { error: "ERR_INTERNAL" } };
    if (method === "DELETE") waiting = waiting.filter(({ id }) => path !== `/signups/${id}`);
    if (method !== "GET") return {};
    const from = (Number(new URL(path, "http://x").searchParams.get("pageNumber")) - 1) * 20;
    const signups = waiting.slice(from, from + 20);
    return { body: { signups, count: waiting.length, hasMore: from + 20 < waiting.length } };
  });
  await act(async () => void render(<WaitingSignups />));
  return calls;
}
async function open() {
  const calls = await visit();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: /a confirmar$/ })));
  return calls;
}
const rows = () => within(screen.getByRole("list")).getAllByRole("listitem");
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the companies page shows no button for sign-ups while none waits for confirmation", async () => {
  waiting = [];
  await visit();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a waiting sign-up is shown with its admin, its plan and the day on which it is deleted", async () => {
  waiting = [signup(1), signup(2, { planName: null, phone: "5511987654321" })];
  await open();
  expect(rows()[0]?.textContent).toMatch(/Padaria 1Clara Reis · clara1@padaria.example · Pro/);
  expect(rows()[0]?.textContent).toMatch(/Desde 20\/11\/2026.*apagado em 27\/11\/2026/);
  expect(rows()[1]?.textContent).toMatch(/Clara Reis · clara2@padaria.example · \+55 11 98765-4321Desde/);
});

test("a super user mails the link of a waiting sign-up again", async () => {
  waiting = [signup(1)];
  const calls = await open();
  await press("Enviar de novo: Padaria 1");
  expect(calls).toContainEqual({ method: "POST", path: "/signups/1/again", body: undefined });
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "Um novo link está a caminho de clara1@padaria.example.",
  ]);
});

test("a deleted sign-up leaves the dialog, and the dialog without sign-ups shows a text", async () => {
  waiting = [signup(1), signup(2)];
  await open();
  await press("Excluir: Padaria 1");
  await waitFor(() => expect(rows()).toHaveLength(1));
  await press("Excluir: Padaria 2");
  expect(await screen.findByText("Nenhum cadastro espera confirmação.")).toBeTruthy();
});

test("the dialog loads further sign-ups in pages of 20", async () => {
  waiting = Array.from({ length: 21 }, (_, at) => signup(at + 1));
  await open();
  expect(rows()).toHaveLength(20);
  await press("Mostrar mais");
  await waitFor(() => expect(rows()).toHaveLength(21));
  expect(screen.queryByRole("button", { name: "Mostrar mais" })).toBeNull();
});

test("sign-ups that fail to load show an error and can be loaded again", async () => {
  waiting = [signup(1)];
  await open();
  isDown = true;
  await press("Enviar de novo: Padaria 1");
  expect(await screen.findByText("Não foi possível carregar os cadastros")).toBeTruthy();
  isDown = false;
  await press("Tentar de novo");
  await waitFor(() => expect(screen.queryByText("Não foi possível carregar os cadastros")).toBeNull());
});
