import { afterAll, beforeAll, expect, test } from "bun:test";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { setting, writeSetting } from "#accounts/settings/index.ts";
import { all, one } from "#platform/db/database.ts";
import { type Certificates, makeCertificates, p12Of } from "#simulator/efi/certificates.ts";
import { EFI_CLIENT, type EfiSimulator, startEfi } from "#simulator/efi/server.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { GatewayTrustPort } from "./port.ts";

let certificates: Certificates;
let efi: EfiSimulator;
let app: TestApp;
let root: UserCtx;
let provider: Tenant;
beforeAll(async () => {
  certificates = makeCertificates();
  efi = startEfi(certificates);
  app = await startTestApp({
    env: { EFI_URL: efi.url },
    plug: ({ ports }) => ports.plug(GatewayTrustPort, { ca: certificates.ca }),
  });
  app.clock.set(Date.UTC(2026, 10, 21, 12));
  root = superUser(app);
  provider = root.tenant;
});
afterAll(async () => {
  await app.stop();
  await efi.stop();
});

const put = (file: Buffer, password: string, key = "efiCertificate") =>
  app.api(root).post(`/settings/${key}/pkcs12`, { file: file.toString("base64"), password });

test.each([
  ["as Efí gave them for years: RC2 and 3DES, without a password", "", ["-legacy"]],
  ["as OpenSSL 3 makes them: AES, with a password", "senha do .p12", []],
])("the .p12 file is accepted, %s", async (_, password, options) => {
  const values = { paymentProvider: "efi", pixKey: "pix@balcao.com.br", efiClientId: EFI_CLIENT.id } as const;
  for (const [key, value] of Object.entries({ ...values, efiClientSecret: EFI_CLIENT.secret }))
    writeSetting(provider, key as keyof typeof values, value);
  writeSetting(provider, "efiCertificate", "");
  const answer = await put(p12Of(certificates.client, password, options), password);
  expect(answer).toMatchObject({ status: 200, body: { key: "efiCertificate", value: "********" } });
  const { tenant, person } = payingCompany(app, "2026-11-30");
  const invoiceId = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
  expect((await app.api(person).post("/subscription", { invoiceId })).body).toMatchObject({
    valor: { original: "99.90" },
  });
  // Stored encrypted like every secret; the file and its password are not stored.
  const row = one<{ value: string }>(
    app.installation.system,
    "SELECT value FROM installation_setting WHERE key = 'efiCertificate'",
  );
  expect(row?.value).not.toContain("BEGIN");
  expect(JSON.stringify(all(app.installation.system, "SELECT * FROM provider_audit_log"))).not.toContain(
    "senha",
  );
});

test("a wrong password and a wrong file are distinguished, and change nothing", async () => {
  const before = setting(provider, "efiCertificate");
  const file = p12Of(certificates.client, "senha");
  expect(await put(file, "outra")).toMatchObject({
    status: 400,
    body: { details: { fields: { password: "invalid" } } },
  });
  expect(await put(Buffer.from("no file of a bank"), "senha")).toMatchObject({
    status: 400,
    body: { details: { fields: { file: "invalid" } } },
  });
  expect(setting(provider, "efiCertificate")).toBe(before);
});

test("the import is for super users, and for settings that hold a certificate", async () => {
  const file = p12Of(certificates.client, "senha");
  const admin = app.api(testUser(app.company(), { profile: "admin" }));
  const body = { file: file.toString("base64"), password: "senha" };
  expect((await admin.post("/settings/efiCertificate/pkcs12", body)).status).toBe(403);
  expect((await put(file, "senha", "efiClientSecret")).status).toBe(404);
});
