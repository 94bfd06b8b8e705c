import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { sampleConnection } from "#web/channels/connections/test-connection.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { LinkDialog } from "./link-dialog.tsx";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese(connectionsTexts);

function open(change: Partial<Connection>, onOfficial?: () => void) {
  const dialog = (now: Partial<Connection>) => (
    <LinkDialog connection={sampleConnection(now)} onClose={() => undefined} onOfficial={onOfficial} />
  );
  const { rerender } = render(dialog(change));
  return (now: Partial<Connection>) => rerender(dialog(now));
}

const OWNER_LINK = "Link para o dono do celular";

test("the QR code is shown with countdown and instructions, and replaced by a tick after the pairing", () => {
  const becomes = open({ status: "qrcode", qrcode: "2@abc,def", retries: 2 });
  expect(screen.getByRole("img", { name: "QR code para conectar o WhatsApp" })).toBeTruthy();
  expect(screen.getByText("Este código vale por mais 20 s")).toBeTruthy();
  expect(screen.getByText("Código 2 de 3")).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  becomes({ status: "PAIRING", qrcode: "" });
  expect(screen.getByText("Celular encontrado. Concluindo a conexão…")).toBeTruthy();
  becomes({ status: "CONNECTED", qrcode: "" });
  expect(screen.getByText("Conectado!")).toBeTruthy();
  expect(screen.queryByRole("img", { name: "QR code para conectar o WhatsApp" })).toBeNull();
});

test("after three QR codes that were not scanned, the reason and a button for a new code are shown", async () => {
  const calls = servePage(() => ({ body: { message: "ok" } }));
  open({ id: 4, status: "DISCONNECTED", statusReason: "qr_not_scanned" });
  expect(screen.getByText("O QR code não foi lido a tempo.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Novo QR code" }));
  await waitFor(() => expect(calls).toMatchObject([{ method: "PUT", path: "/whatsappsession/4" }]));
});

test("pairing by number asks for the number and shows the code in the phone's format", async () => {
  const calls = servePage(() => ({ body: { code: "ABCD1234" } }));
  open({ id: 4, status: "qrcode", qrcode: "2@abc", retries: 1 });
  fireEvent.click(screen.getByRole("tab", { name: "Código" }));
  fireEvent.change(screen.getByLabelText("Número do celular"), { target: { value: "+55 11 98888-7777" } });
  fireEvent.click(screen.getByRole("button", { name: "Pedir o código" }));
  expect(await screen.findByText("ABCD-1234")).toBeTruthy();
  expect(screen.queryByRole("button", { name: OWNER_LINK })).toBeNull();
  expect(calls).toMatchObject([{ method: "POST", path: "/whatsappsession/4/pairing-code" }]);
});

test("a pairing code has a countdown, can be copied, remains after a change of tabs and shows its expiry", async () => {
  const calls = servePage(({ path }) => ({
    body: path.endsWith("pairing-code") ? { code: "ABCD1234" } : { message: "ok" },
  }));
  const becomes = open({ id: 4, status: "qrcode", qrcode: "2@abc", retries: 1 });
  const tab = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
  tab("Código");
  fireEvent.change(screen.getByLabelText("Número do celular"), { target: { value: "+55 11 98888-7777" } });
  fireEvent.click(screen.getByRole("button", { name: "Pedir o código" }));
  await screen.findByText("ABCD-1234");
  becomes({ id: 4, status: "PAIRING", qrcode: "" });
  expect(screen.getByText("Este código vale por mais 120 s")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Copiar código"));
  tab("QR code");
  expect(screen.getByText(/^Você pediu um código para digitar/)).toBeTruthy();
  tab("Código");
  expect(screen.getByText("ABCD-1234")).toBeTruthy();
  becomes({ id: 4, status: "DISCONNECTED", statusReason: "pairing_timeout" });
  expect(screen.queryByText("ABCD-1234")).toBeNull();
  expect(screen.getByText("O código venceu")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Pedir outro código" }));
  await waitFor(() =>
    expect(document.activeElement === screen.getByLabelText("Número do celular")).toBe(true),
  );
  tab("QR code");
  fireEvent.click(screen.getByRole("button", { name: "Novo QR code" }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "PUT", path: "/whatsappsession/4" }));
});

const OFFICIAL = "Usar o número oficial";

test.each(["passkey_timeout", "passkey_refused", "passkey_unanswered"])(
  "a QR link that ended with %s offers the official number",
  (statusReason) => {
    let offered = 0;
    const becomes = open({ id: 4, status: "DISCONNECTED", statusReason }, () => (offered += 1));
    fireEvent.click(screen.getByRole("button", { name: OFFICIAL }));
    expect(offered).toBe(1);
    becomes({ id: 4, status: "DISCONNECTED", statusReason: "qr_not_scanned" });
    expect(screen.queryByRole("button", { name: OFFICIAL })).toBeNull();
  },
);

test("a typed code whose passkey failed offers another code and the official number", async () => {
  servePage(() => ({ body: { code: "ABCD1234" } }));
  let offered = 0;
  const becomes = open({ id: 4, status: "qrcode", qrcode: "2@abc", retries: 1 }, () => (offered += 1));
  fireEvent.click(screen.getByRole("tab", { name: "Código" }));
  fireEvent.change(screen.getByLabelText("Número do celular"), { target: { value: "+55 11 98888-7777" } });
  fireEvent.click(screen.getByRole("button", { name: "Pedir o código" }));
  await screen.findByText("ABCD-1234");
  expect(screen.queryByRole("button", { name: OFFICIAL })).toBeNull();
  becomes({ id: 4, status: "DISCONNECTED", statusReason: "passkey_refused" });
  expect(screen.getByRole("button", { name: "Pedir outro código" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: OFFICIAL }));
  expect(offered).toBe(1);
});

test("an account that asks for a passkey shows the request to the extension and sends its answer", async () => {
  const options = { challenge: "YWJj", rpId: "whatsapp.com" };
  const state = {
    step: "passkey_required",
    options,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    code: null,
    extensionUrl: "/link-extension.zip",
  };
  const calls = servePage(() => ({ body: state }));
  open({ id: 4, status: "PAIRING", statusReason: "passkey_required" });
  expect(await screen.findByText("Esta conta pede uma chave de acesso")).toBeTruthy();
  expect(screen.getByText(/^Faltam (10:00|9:59)$/)).toBeTruthy();
  expect(screen.getByText(/^Não apague a conta/)).toBeTruthy();
  expect(await screen.findByRole("button", { name: OWNER_LINK })).toBeTruthy();
  const request = document.getElementById("passkey-request");
  expect(JSON.parse(request?.dataset["options"] ?? "")).toEqual(options);
  // Any script of the page can dispatch this.
  document.dispatchEvent(new CustomEvent("passkey-answer", { detail: "{no JSON" }));
  document.dispatchEvent(new CustomEvent("passkey-answer", { detail: '{"id":"YQ"}' }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/whatsappsession/4/passkey" }),
    ),
  );
});

test("the code of the phone is confirmed by a person", async () => {
  const state = { step: "passkey_confirm", options: null, expiresAt: null, code: "ABCD-1234" };
  const calls = servePage(() => ({ body: { ...state, extensionUrl: "/link-extension.zip" } }));
  open({ id: 4, status: "PAIRING", statusReason: "passkey_confirm" });
  expect(await screen.findByText("ABCD-1234")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Sim, é o mesmo código" }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/whatsappsession/4/passkey/confirm" }),
    ),
  );
});

test("when the phone shows another code, the link begins again with a new QR code", async () => {
  const state = { step: "passkey_confirm", options: null, expiresAt: null, code: "ABCD-1234" };
  const calls = servePage(() => ({ body: { ...state, extensionUrl: "/link-extension.zip" } }));
  open({ id: 4, status: "PAIRING", statusReason: "passkey_confirm" });
  fireEvent.click(await screen.findByRole("button", { name: "Não, é outro código: começar de novo" }));
  await waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", path: "/whatsappsession/4" })),
  );
});

test("a passkey that was not confirmed shows the reason and a new attempt", () => {
  open({ id: 4, status: "DISCONNECTED", statusReason: "passkey_refused" });
  expect(screen.getByText("A chave de acesso não foi confirmada")).toBeTruthy();
  expect(screen.getByText("O WhatsApp não aceitou a chave de acesso.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Novo QR code" })).toBeTruthy();
});
