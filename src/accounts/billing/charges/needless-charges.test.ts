import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { GatewayTrustPort } from "#accounts/billing/gateways/port.ts";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { holdCompany } from "#accounts/companies/index.ts";
import { type SettingKey, writeSetting } from "#accounts/settings/index.ts";
import { all } from "#platform/db/database.ts";
import { ASAAS_KEY, type AsaasSimulator, startAsaas } from "#simulator/asaas/server.ts";
import { type Certificates, makeCertificates } from "#simulator/efi/certificates.ts";
import { EFI_CLIENT, type EfiSimulator, startEfi } from "#simulator/efi/server.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { webhookSecret } from "./webhooks.ts";

const PAYER = {
  fullName: "Ana Souza",
  address: "Rua das Flores, 10",
  city: "São Paulo",
  zipcode: "01310-100",
  country: "BR",
};

let certificates: Certificates;
let efi: EfiSimulator;
let asaas: AsaasSimulator;
let app: TestApp;
let provider: Tenant;
beforeAll(() => {
  certificates = makeCertificates();
});
beforeEach(async () => {
  efi = startEfi(certificates);
  asaas = startAsaas();
  app = await start();
  app.clock.set(Date.UTC(2026, 10, 21, 12));
  provider = app.company("Provedor");
});
afterEach(async () => {
  await app.stop();
  await efi.stop();
  await asaas.stop();
});

const start = () =>
  startTestApp({
    env: { EFI_URL: efi.url, ASAAS_URL: asaas.url, PUBLIC_URL: "https://balcao.example.com" },
    plug: ({ ports }) => ports.plug(GatewayTrustPort, { ca: certificates.ca }),
  });
const configure = (values: Partial<Record<SettingKey, string>>) => {
  for (const [key, value] of Object.entries(values)) writeSetting(provider, key as SettingKey, value);
};
const useEfi = () =>
  configure({
    paymentProvider: "efi",
    pixKey: "pix@balcao.com.br",
    efiClientId: EFI_CLIENT.id,
    efiClientSecret: EFI_CLIENT.secret,
    efiCertificate: `${certificates.client.cert}\n${certificates.client.key}`,
  });
const useAsaas = () => configure({ paymentProvider: "asaas", asaasPlatformKey: ASAAS_KEY });
const owing = () => {
  const { tenant, person } = payingCompany(app, "2026-11-30");
  const invoiceId = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
  return { tenant, person, api: app.api(person), invoiceId };
};
const payments = () => all<{ status: string }>(app.installation.system, "SELECT * FROM payment ORDER BY id");
const efiCalls = async (body: unknown) => {
  const secret = webhookSecret(app.installation, "efi");
  const reply = await fetch(`${app.url}/webhooks/pix/efi/${secret}/pix`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return reply.status;
};

describe("charge that is no longer needed", () => {
  const payByHand = (invoiceId: number) =>
    app.api(superUser(app, `Provedor ${invoiceId}`)).put(`/invoices/${invoiceId}`, { status: "paid" });

  test("a charge that is no longer needed is cancelled at Efí once its invoice is paid by hand", async () => {
    useEfi();
    const { api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    await app.app.runJob("charges");
    expect(efi.cobs.get(txid)?.status).toBe("ATIVA");
    await payByHand(invoiceId);
    await app.app.runJob("charges");
    expect(efi.cobs.get(txid)?.status).toBe("REMOVIDA_PELO_USUARIO_RECEBEDOR");
    const calls = efi.calls.length;
    await app.app.runJob("charges");
    expect(efi.calls).toHaveLength(calls);
  });

  test("a company on hold after a restore gets no new charge, and none of its charges is cancelled", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    holdCompany(app.installation, tenant.id);
    const calls = efi.calls.length;
    expect(await api.post("/subscription", { invoiceId })).toMatchObject({
      status: 409,
      body: { error: "ERR_HELD_AFTER_RESTORE" },
    });
    expect(efi.calls).toHaveLength(calls);
    await payByHand(invoiceId);
    await app.app.runJob("charges");
    expect(efi.cobs.get(txid)?.status).toBe("ATIVA");
    await app.api(superUser(app, "Terceiro provedor")).post(`/companies/${tenant.id}/resume`);
    app.clock.advance(60_000);
    await app.app.runJob("charges");
    expect(efi.cobs.get(txid)?.status).toBe("REMOVIDA_PELO_USUARIO_RECEBEDOR");
  });

  test("a charge that is no longer needed is cancelled at Asaas, whatever its age", async () => {
    useAsaas();
    const { api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId, ...PAYER, document: "12345678909" })).body;
    app.clock.advance(3 * 24 * 3_600_000);
    await payByHand(invoiceId);
    await app.app.runJob("charges");
    expect(asaas.payments.get(txid)?.deleted).toBe(true);
  });

  test("a charge that is no longer needed does not block the manual payment while the gateway is down, and is retried", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    efi.broken = true;
    expect(await payByHand(invoiceId)).toMatchObject({ status: 200, body: { status: "paid" } });
    await app.app.runJob("charges");
    expect(tenant.company.dueDate).toBe("2026-12-30");
    expect(efi.cobs.get(txid)?.status).toBe("ATIVA");
    efi.broken = false;
    app.clock.advance(60_000);
    await app.app.runJob("charges");
    expect(efi.cobs.get(txid)?.status).toBe("REMOVIDA_PELO_USUARIO_RECEBEDOR");
  });

  test("a charge that is no longer needed but was already paid is booked as an extra payment, not cancelled", async () => {
    useEfi();
    const { api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    await payByHand(invoiceId);
    efi.pay(txid, "99.90");
    await app.app.runJob("charges");
    expect(payments()).toMatchObject([{ source: "manual" }, { txid, status: "extra" }]);
    expect(efi.cobs.get(txid)?.status).toBe("CONCLUIDA");
  });

  test("a charge that is no longer needed is cancelled when its invoice is deleted, and kept when a new invoice replaced it", async () => {
    useEfi();
    const [gone, replaced] = [owing(), owing()];
    const charge = async ({ api, invoiceId }: typeof gone) =>
      (await api.post("/subscription", { invoiceId })).body.txid as string;
    const [lost, kept] = [await charge(gone), await charge(replaced)];
    const provider = app.api(superUser(app, "Outro provedor"));
    for (const { invoiceId } of [gone, replaced]) await provider.delete(`/invoices/${invoiceId}`);
    ensureOpenInvoice(app.installation, replaced.tenant.id);
    await app.app.runJob("charges");
    expect(efi.cobs.get(lost)?.status).toBe("REMOVIDA_PELO_USUARIO_RECEBEDOR");
    expect(efi.cobs.get(kept)?.status).toBe("ATIVA");
  });
});

test("a payment for a company deleted meanwhile is booked, and the gateway stops calling", async () => {
  useEfi();
  const { tenant, api, invoiceId } = owing();
  const { txid } = (await api.post("/subscription", { invoiceId })).body;
  const { name } = tenant.company;
  await app.api(superUser(app, "Outro provedor")).delete(`/companies/${tenant.id}`);
  expect(app.installation.tenants.exists(tenant.id)).toBe(false);
  const told = efi.pay(txid, "99.90");
  expect(await efiCalls(told)).toBe(200);
  expect(await efiCalls(told)).toBe(200);
  expect(payments()).toMatchObject([{ txid, status: "extra", amount_cents: 9990 }]);
  expect(all(app.installation.system, "SELECT status FROM invoice")).toEqual([{ status: "open" }]);
  const notices = all<{ details: string }>(
    provider.db,
    "SELECT details FROM notice WHERE code = 'payment_unclear'",
  );
  expect(notices.map(({ details }) => JSON.parse(details))).toMatchObject([
    { name, invoiceId, kind: "extra", amount: 99.9 },
  ]);
});
