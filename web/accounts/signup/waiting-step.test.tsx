import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { fakeApi } from "#web/lib/testing/test-fakes.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { signupTexts } from "./locales/index.ts";
import { WaitingStep } from "./page.tsx";
import { SignupModel } from "./signup-model.ts";

await startPortuguese(signupTexts);
beforeEach(() => {
  toasts.list.value = [];
});

/** The step after the link was mailed to Clara; `entry` is the result of a sign-in. */
function open(entry: () => Promise<unknown> = () => Promise.resolve()) {
  const { api, calls } = fakeApi(() => ({}));
  const model = new SignupModel({
    api,
    login: entry as never,
    language: () => "pt-BR",
    referral: null,
    onSignedUp: () => undefined,
    onFailure: () => undefined,
  });
  model.form.set("email", "clara@padaria.example");
  model.form.set("password", "segredo1");
  render(<WaitingStep model={model} email="clara@padaria.example" />);
  return { model, calls };
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const shownToasts = () => toasts.list.value.map(({ text }) => text);

test("the step after a sign-up shows the e-mail and that the link is valid for two days", () => {
  open();
  expect(screen.getByRole("status").textContent).toMatch(/clara@padaria.example.*48 horas/);
});

test("the sign-up page mails the confirmation link again and states that only the newest link is valid", async () => {
  const { calls } = open();
  await press("Enviar de novo");
  expect(calls).toMatchObject([
    { path: "/auth/confirm/again", body: { email: "clara@padaria.example", password: "segredo1" } },
  ]);
  expect(shownToasts()).toEqual(["Um novo link está a caminho. Só o mais recente vale."]);
});

test("a sign-in before the link was opened shows what to do", async () => {
  open(() => Promise.reject(new ApiError(403, "ERR_EMAIL_NOT_CONFIRMED")));
  expect(screen.queryByText(/ainda não foi confirmado/)).toBeNull();
  await press("Já confirmei, entrar");
  expect(screen.getByText(/^O e-mail ainda não foi confirmado/)).toBeTruthy();
  expect(shownToasts()).toEqual([]);
});

test("a wrong e-mail is corrected on the first step of the sign-up, which keeps the input", async () => {
  const { model } = open();
  await press("Corrigir o e-mail");
  expect([model.step.value, model.form.value("email")]).toEqual(["data", "clara@padaria.example"]);
});

test("the sign-up page opens the product when the link signs in in another tab of the browser", async () => {
  const opened: string[] = [];
  const { assign } = globalThis.location;
  globalThis.location.assign = (address) => void opened.push(String(address));
  open();
  globalThis.dispatchEvent(
    new StorageEvent("storage", { key: "token", newValue: '"new"', storageArea: localStorage }),
  );
  globalThis.location.assign = assign;
  expect(opened).toEqual(["/"]);
});
