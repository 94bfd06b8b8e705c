import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { confirmTexts } from "./locales/index.ts";
import { ConfirmPage } from "./page.tsx";

await startPortuguese(confirmTexts);
beforeEach(() => {
  toasts.list.value = [];
});

/** Opens the mailed link and presses the button; the server returns `answer`. */
async function confirm(answer: { status?: number; body?: unknown }) {
  history.replaceState(null, "", "/confirm#token=abcdef12");
  const calls = servePage(() => answer);
  await act(async () => void render(<ConfirmPage />));
  expect([location.pathname, location.hash]).toEqual(["/confirm", ""]);
  fireEvent.click(screen.getByRole("button", { name: "Confirmar e-mail" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  return calls;
}
const refusal = (error: string, details = {}) => ({ status: 400, body: { error, details } });
const used = (reason: string) => refusal("ERR_CONFIRMATION_CODE", { reason });

test.each([
  ["was used", used("used"), "E-mail já confirmado", /^Este link já foi usado/, "/login"],
  ["was replaced by a newer one", used("replaced"), "Este link não funcionou", /link mais novo/, "/login"],
  ["has expired", used("expired"), "Este link não funcionou", /^Este link venceu/, "/login"],
  ["is of an e-mail in use", refusal("ERR_EMAIL_IN_USE"), "Este link não funcionou", /já tem uma/, "/login"],
  ["is of a removed plan", refusal("ERR_SIGNUP_PLAN"), "Este link não funcionou", /^O plano/, "/signup"],
  [
    "comes after sign-ups were closed",
    refusal("ERR_SIGNUP_DISABLED"),
    "Este link não funcionou",
    /^No momento/,
    "/login",
  ],
] as const)(
  "a confirmation link that %s shows the reason and the next step",
  async (_, answer, title, text, next) => {
    await confirm(answer);
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(
      screen.getByRole("button", { name: next === "/login" ? "Ir para o login" : "Criar conta de novo" }),
    );
    expect(location.pathname).toBe(next);
  },
);

test("a confirmation code unknown to the server can be typed again", async () => {
  await confirm(refusal("ERR_CONFIRMATION_CODE"));
  expect(await screen.findByText(/^Este código não é válido/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Código").disabled).toBe(false);
});

test("a link opened in another browser confirms the e-mail and opens the login page with the e-mail filled in", async () => {
  await confirm({ body: { message: "ok", email: "clara@padaria.example", session: null } });
  await waitFor(() => expect(location.pathname).toBe("/login"));
  expect(history.state).toEqual({ email: "clara@padaria.example" });
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "E-mail confirmado. Entre com a senha que você criou.",
  ]);
});
