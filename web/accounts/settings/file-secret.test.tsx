import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type Answer, fakeApi } from "#web/lib/testing/test-fakes.ts";
import { settingsTexts } from "./locales/index.ts";
import { FileSecret } from "./setting-row.tsx";
import { SettingsModel } from "./settings-model.ts";

await startPortuguese(settingsTexts);

const LABEL = "Certificado da Efí";
const refusing = (field: string): Answer => ({
  status: 400,
  body: { error: "ERR_VALIDATION", details: { fields: { [field]: "invalid" } } },
});
function open(answer: () => Answer) {
  const { api, calls } = fakeApi(answer);
  const model = new SettingsModel({ api, onSaved: () => undefined, onFailure: () => undefined });
  const field = { key: "efiCertificate", control: { kind: "secret", file: ".p12" } } as const;
  render(<FileSecret field={field} model={model} accept=".p12" />);
  return calls;
}
const choose = (content: BlobPart) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(LABEL), { target: { files: [new File([content], "a.p12")] } });
    await Bun.sleep(1);
  });
const password = () => screen.getByLabelText<HTMLInputElement>(`${LABEL}: senha do arquivo`);
const enter = () => act(async () => void fireEvent.keyDown(password(), { key: "Enter" }));
const P12 = new Uint8Array([0x30, 0x82, 1, 2]);

test("a .p12 file asks for its password and is opened by the server", async () => {
  const calls = open(() => ({ body: { key: "efiCertificate", value: "********" } }));
  await choose(P12);
  fireEvent.change(password(), { target: { value: "senha" } });
  await enter();
  expect(calls).toMatchObject([
    {
      method: "POST",
      path: "/settings/efiCertificate/pkcs12",
      body: { file: "MIIBAg==", password: "senha" },
    },
  ]);
  expect(await screen.findByRole("button", { name: `Remover: ${LABEL}` })).toBeTruthy();
});

test("a wrong password shows the password field again, and an invalid file is refused", async () => {
  let field = "password";
  open(() => refusing(field));
  await choose(P12);
  await enter();
  expect(screen.getByText("A senha não abre este arquivo.")).toBeTruthy();
  field = "file";
  await enter();
  expect(screen.getByRole("alert").textContent).toContain("não contém um certificado");
});

test("a PEM file is sent unchanged, without a password", async () => {
  const pem = ["CERTIFICATE", "PRIVATE KEY"].map(
    (name) => `-----BEGIN ${name}-----\nAA==\n-----END ${name}-----`,
  );
  const calls = open(() => ({ body: { key: "efiCertificate", value: "********" } }));
  await choose(pem.join("\n"));
  expect(calls).toMatchObject([{ method: "PUT", path: "/settings/efiCertificate" }]);
});
