import { beforeEach, expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { optOutTexts } from "./locales/index.ts";
import { OptOut } from "./opt-out.tsx";

await startPortuguese(optOutTexts);
beforeEach(() => {
  toasts.list.value = [];
});

test("a contact who opted out of campaigns has a label, and a user can remove the opt-out", async () => {
  const calls = servePage(() => ({ body: { message: "" } }));
  render(<OptOut contactId={7} name="Marina" since="2026-11-20T15:00:00.000Z" />);
  expect(screen.getByText("Não recebe campanhas desde 20/11/2026")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Voltar a enviar campanhas" }));
  await waitFor(() =>
    expect(toasts.list.value.map(({ text }) => text)).toEqual(["Marina volta a receber campanhas."]),
  );
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /contacts/7/opt-out"]);
});
