import { paymentGateway, paymentNotConfigured } from "#accounts/billing/errors.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { callGateway, centsOf, listOf, partOf, textOf } from "./call.ts";
import { GatewayTrustPort, type NewCharge, type PixGateway } from "./port.ts";

/** Both count as paid (docs/rules/billing.md#gateways). */
const SETTLED = ["RECEIVED", "CONFIRMED", "RECEIVED_IN_CASH"];
const OPEN = ["PENDING", "OVERDUE", "AWAITING_RISK_ANALYSIS"];
const EVENTS = ["PAYMENT_CONFIRMED", "PAYMENT_RECEIVED"];

/** Pix of Asaas: a customer, a payment, its QR code. */
export function asaasGateway(installation: Installation): PixGateway {
  const { config, log, clock, ports } = installation;
  const apiKey = installationSetting(installation, "asaasPlatformKey");
  if (apiKey === "") throw paymentNotConfigured();
  const { ca } = ports.use(GatewayTrustPort);
  const call = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) =>
    callGateway(log, {
      method,
      address: `${config.asaasUrl}/v3${path}`,
      headers: { access_token: apiKey, "user-agent": "Balcao" },
      body,
      ...(ca ? { tls: { ca } } : {}),
    });

  const customerOf = async ({ company, payer }: NewCharge): Promise<string> => {
    const externalReference = `company-${company.id}`;
    const known = await call("GET", `/customers?externalReference=${externalReference}&limit=1`);
    const [first] = listOf(known["data"]);
    if (first) return textOf(first, "id");
    if (!payer?.document) throw invalidFields({ document: "required" });
    const made = await call("POST", "/customers", {
      name: payer.fullName,
      cpfCnpj: payer.document,
      email: company.email || undefined,
      address: payer.address,
      postalCode: payer.zipcode,
      externalReference,
      notificationDisabled: true,
    });
    return textOf(made, "id");
  };

  return {
    needsDocument: true,
    async create(charge) {
      const customer = await customerOf(charge);
      const made = await call("POST", "/payments", {
        customer,
        billingType: "PIX",
        value: charge.valueCents / 100,
        dueDate: charge.dueDate,
        description: `#Fatura:${charge.invoiceId}`,
        externalReference: `invoice-${charge.invoiceId}`,
      });
      const txid = textOf(made, "id");
      const picture = await call("GET", `/payments/${encodeURIComponent(txid)}/pixQrCode`);
      // Local time of Brasília, for example `2026-11-20 23:59:59`.
      const expiresAt = Date.parse(`${textOf(picture, "expirationDate").replace(" ", "T")}-03:00`);
      if (Number.isNaN(expiresAt) || expiresAt <= clock.now()) throw paymentGateway();
      return { txid, code: textOf(picture, "payload"), expiresAt };
    },
    async read(txid) {
      const answer = partOf(await call("GET", `/payments/${encodeURIComponent(txid)}`));
      const status = String(answer["status"]);
      const settled = SETTLED.includes(status) && answer["deleted"] !== true;
      return {
        state: settled ? "settled" : OPEN.includes(status) && answer["deleted"] !== true ? "open" : "gone",
        amountCents: settled ? centsOf(answer["value"]) : 0,
        raw: JSON.stringify(answer),
      };
    },
    async cancel(txid) {
      await call("DELETE", `/payments/${encodeURIComponent(txid)}`);
    },
    async setUpWebhook({ address, secret, email }) {
      const url = `${address}/asaas`;
      const known = await call("GET", "/webhooks?limit=100");
      const mine = listOf(known["data"]).find((webhook) => webhook["url"] === url);
      const path = mine ? `/webhooks/${encodeURIComponent(textOf(mine, "id"))}` : "/webhooks";
      const webhook = {
        name: "Balcao",
        url,
        email,
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        authToken: secret,
        sendType: "SEQUENTIALLY",
        events: EVENTS,
      };
      await callGateway(log, {
        method: mine ? "PUT" : "POST",
        address: `${config.asaasUrl}/v3${path}`,
        headers: { access_token: apiKey, "user-agent": "Balcao" },
        body: webhook,
        ...(ca ? { tls: { ca } } : {}),
      });
    },
  };
}
