import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { sampleConnection } from "#web/channels/connections/test-connection.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { OfficialNumberPicker } from "./official-number-picker.tsx";

await startPortuguese(connectionsTexts);

const NUMBER = {
  ...{ phoneNumberId: "11", businessAccountId: "22", business: "Aurora Ltda", phone: "+55 11 4000-1000" },
  ...{ name: "Loja Aurora", needsPin: false, needsVerification: false, connectionId: null },
};
const GRANT = "1b4e28ba-2fa1-4bd2-883f-0016d3cca427";
function open(numbers: readonly object[], businesses: readonly string[] = []) {
  const calls = servePage(({ path }) => ({
    body: path.endsWith("/numbers") ? { grant: GRANT, businesses, numbers } : sampleConnection({ id: 9 }),
  }));
  const retried: string[] = [];
  const saved: number[] = [];
  const done = ({ id }: { id: number }) => void saved.push(id);
  render(
    <OfficialNumberPicker
      credential={{ token: "EAA" }}
      importHistory
      onRetry={() => retried.push("login")}
      onSaved={done}
      onClose={() => undefined}
    />,
  );
  return { calls, saved, retried };
}

test("the chosen official number is connected with Meta's name or a typed one", async () => {
  const { calls, saved } = open([NUMBER]);
  const name = await screen.findByLabelText<HTMLInputElement>(/^Nome/);
  expect(name.value).toBe("Loja Aurora");
  fireEvent.change(name, { target: { value: "Oficial" } });
  fireEvent.click(screen.getByRole("button", { name: "Conectar" }));
  await waitFor(() => expect(saved).toEqual([9]));
  expect(calls).toMatchObject([
    { path: "/facebook/official/numbers", body: { token: "EAA" } },
    {
      path: "/facebook/official",
      body: { grant: GRANT, phoneNumberId: "11", businessAccountId: "22", name: "Oficial" },
    },
  ]);
});

test("an official number that is not connected yet requires its PIN", async () => {
  const { calls, saved } = open([{ ...NUMBER, needsPin: true }]);
  const pin = await screen.findByLabelText(/^PIN/);
  fireEvent.change(pin, { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Conectar" }));
  await waitFor(() => expect(pin.getAttribute("aria-invalid")).toBe("true"));
  expect(calls).toHaveLength(1);
  fireEvent.change(pin, { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Conectar" }));
  await waitFor(() => expect(saved).toEqual([9]));
  expect(calls[1]).toMatchObject({ body: { pin: "123456" } });
});

test("an official number that is already connected gets a new token without a name, and an account without numbers shows a notice", async () => {
  open([{ ...NUMBER, connectionId: 4 }]);
  expect(await screen.findByText(/já está conectado aqui/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Nome/)).toBeNull();
  open([]);
  expect(await screen.findByText(/não mostrou nenhum número/)).toBeTruthy();
});

test("a sign-up that ended without a number explains it and begins again on request", async () => {
  const { retried } = open([], ["Aurora Ltda"]);
  expect(await screen.findByText(/Aurora Ltda ainda não tem nenhum/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(retried).toEqual(["login"]);
});

test("an unverified number is verified by Meta's code before it can be connected", async () => {
  const { calls } = open([{ ...NUMBER, needsPin: true, needsVerification: true }]);
  expect(await screen.findByText(/ainda não foi verificado/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Conectar" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /por SMS/ }));
  await waitFor(() => expect(calls).toHaveLength(2));
  fireEvent.change(screen.getByLabelText(/^Código/), { target: { value: "135-790" } });
  fireEvent.click(screen.getByRole("button", { name: "Verificar" }));
  expect(await screen.findByRole("button", { name: "Conectar" })).toBeTruthy();
  expect(calls.slice(1)).toMatchObject([
    { path: "/facebook/official/verification", body: { phoneNumberId: "11", method: "SMS" } },
    { path: "/facebook/official/verification", body: { phoneNumberId: "11", code: "135-790" } },
  ]);
});
