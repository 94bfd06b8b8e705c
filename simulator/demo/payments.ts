import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { webhookSecret } from "#accounts/billing/charges/webhooks.ts";
import { changeCompany } from "#accounts/companies/index.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { ASAAS_KEY, type AsaasSimulator, startAsaas } from "#simulator/asaas/server.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Time a customer needs to read the code and confirm the payment at the bank, ms. */
const PAYS_AFTER_MS = 12_000;
const LOOK_EVERY_MS = 1_000;

const secretFile = (directory: string) => join(directory, "demo-gateway-secret");

/** The payer of earlier payments. */
const PAYER = {
  fullName: "Vento Telecom Ltda.",
  address: "Rua da Praia, 120",
  city: "Florianópolis",
  zipcode: "88010-000",
  country: "BR",
  document: "12345678000195",
} as const;

/** Configures the simulated gateway for the provider and creates the earlier payments of the paying company. */
export function seedPayments(directory: string, provider: Tenant, payer: Tenant): void {
  writeSetting(provider, "paymentProvider", "asaas");
  writeSetting(provider, "asaasPlatformKey", ASAAS_KEY);
  changeCompany(payer.installation, payer.id, { address: PAYER }, payer.writeSystem);
  // A real gateway gets this secret when its webhook is configured.
  writeFileSync(secretFile(directory), webhookSecret(provider.installation, "asaas"), { mode: 0o600 });
}

/** The simulated payment gateway of the demo. */
export interface DemoGateway {
  readonly url: string;
  /** Pays each charge some seconds after it was created. */
  begin(productUrl: string): void;
  stop(): Promise<void>;
}

/** Starts the simulated gateway over the data directory of a demo; charges of an earlier run are unknown to it. */
export function startDemoGateway(directory: string, paysAfterMs = PAYS_AFTER_MS): DemoGateway {
  const asaas = startAsaas();
  const seen = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    url: asaas.url,
    begin(productUrl) {
      if (!existsSync(secretFile(directory))) return;
      const secret = readFileSync(secretFile(directory), "utf8");
      timer = setInterval(() => void payDue(asaas, seen, paysAfterMs, productUrl, secret), LOOK_EVERY_MS);
    },
    async stop() {
      clearInterval(timer);
      await asaas.stop();
    },
  };
}

async function payDue(
  asaas: AsaasSimulator,
  seen: Map<string, number>,
  paysAfterMs: number,
  productUrl: string,
  secret: string,
): Promise<void> {
  const now = Date.now();
  for (const { id, status, deleted } of asaas.payments.values()) {
    if (!seen.has(id)) seen.set(id, now);
    if (status !== "PENDING" || deleted || now - (seen.get(id) ?? now) < paysAfterMs) continue;
    await fetch(`${productUrl}/webhooks/pix/asaas`, {
      method: "POST",
      headers: { "content-type": "application/json", "asaas-access-token": secret },
      body: JSON.stringify(asaas.pay(id)),
    }).catch(() => undefined);
  }
}
