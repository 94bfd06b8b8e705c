import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { createConnectionForm } from "./connection-form-model.ts";
import { AdvancedFields } from "./fields-advanced.tsx";

await startPortuguese(connectionsTexts);

const nothing = () => undefined;
function open(weakToken: boolean) {
  const form = createConnectionForm({
    connection: null,
    calls: {} as never,
    onSaved: nothing,
    onFailure: nothing,
  });
  render(<AdvancedFields form={form} queues={[]} channel="whatsapp" weakToken={weakToken} />);
  return form;
}

test("a token that can be guessed has a help text that asks for a stronger one", () => {
  open(true);
  const field = screen.getByLabelText(/^Token da API de envio/);
  const help = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toMatch(/^Este token foi criado antes da regra atual e pode ser fraco/);
});

test("a strong token has the usual help text", () => {
  open(false);
  expect(screen.queryByText(/pode ser fraco/)).toBeNull();
});

test("the button beside the token field generates a token of 32 letters and digits", () => {
  const form = open(true);
  act(() => void fireEvent.click(screen.getByRole("button", { name: "Gerar" })));
  expect(form.value("token")).toMatch(/^[A-Za-z0-9]{32}$/);
});
