import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { loginTexts } from "./locales/index.ts";
import { LoginPage } from "./page.tsx";

await startPortuguese(loginTexts);

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
// The texts of a language are loaded when it is chosen.
const typed = async (label: RegExp) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the login page keeps the input when its language changes", async () => {
  servePage(() => ({ body: { open: false } }));
  await act(async () => void render(<LoginPage />));
  type(/^E-mail/, "ana@aurora.com");
  type(/^Senha/, "segredo1");
  await choose("English");
  expect(await typed(/^Password/)).toBe("segredo1");
  expect(await typed(/^E-?mail/)).toBe("ana@aurora.com");
  await choose("Español");
  expect(await typed(/^Contraseña/)).toBe("segredo1");
});
