import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany } from "#accounts/billing/testing.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { seedPayments, startDemoGateway } from "./payments.ts";

test("a demo invoice is paid by the simulated gateway without any input", async () => {
  const directory = mkdtempSync(join(tmpdir(), "balcao-demo-"));
  const gateway = startDemoGateway(directory, 0);
  const app = await startTestApp({ env: { ASAAS_URL: gateway.url } });
  try {
    const provider = app.company("Provedor");
    const { tenant, person } = payingCompany(app, "2026-11-30");
    seedPayments(directory, provider, tenant);
    gateway.begin(app.url);
    const invoiceId = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    const api = app.api(person);
    const socket = await app.socket(person);
    const shown = (await api.get(`/invoices/${invoiceId}`)).body;
    expect(shown).toMatchObject({ payable: true, payer: { document: "12345678000195" } });
    expect((await api.post("/subscription", { invoiceId })).body).toMatchObject({ confirmsItself: true });
    expect(await socket.event("payment", "CONCLUIDA")).toMatchObject({ invoiceId });
    expect((await api.get(`/invoices/${invoiceId}`)).body.status).toBe("paid");
  } finally {
    await app.stop();
    await gateway.stop();
    rmSync(directory, { recursive: true });
  }
});
