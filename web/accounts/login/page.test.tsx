import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { loginTexts } from "./locales/index.ts";
import { LoginPage } from "./page.tsx";

await startPortuguese(loginTexts);

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const typed = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the login page keeps the input when its language changes", async () => {
  servePage(() => ({ body: { open: false } }));
  await act(async () => void render(<LoginPage />));
  type(/^E-mail/, "ana@aurora.com");
  type(/^Senha/, "segredo1");
  await choose("English");
  expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
  expect([typed(/^E-?mail/), typed(/^Password/)]).toEqual(["ana@aurora.com", "segredo1"]);
  await choose("Español");
  expect(typed(/^Contraseña/)).toBe("segredo1");
});
