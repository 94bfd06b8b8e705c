import { CompanyAdded, CompanyChanged, DueDateMoved } from "#accounts/companies/events.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastPayments } from "./broadcasts.ts";
import { checkDueCharges } from "./charges/charges.ts";
import { pixWebhooks, stopLooking } from "./charges/webhooks.ts";
import { GatewayTrustPort } from "./gateways/port.ts";
import { issueAtOnce, moveInvoice, reissueInvoices } from "./invoices/issue.ts";
import { invoicesJob } from "./jobs.ts";
import { invoiceRoutes, subscriptionRoutes } from "./routes.ts";

/** Invoices of the provider to companies, and their payment (docs/rules/billing.md#invoices). */
export const billing = defineFeature({
  name: "billing",
  keptCompanyTables: ["invoice", "invoice_line", "invoice_reminder", "charge", "payment"],
  routes: [...invoiceRoutes, ...subscriptionRoutes],
  mounts: [pixWebhooks],
  jobs: [invoicesJob, defineJob({ name: "charges", every: { seconds: 60 }, run: checkDueCharges })],
  listen(installation) {
    installation.ports.plug(GatewayTrustPort, {});
    broadcastPayments(installation);
    installation.bus.after(CompanyChanged, (tenant, { what }) => {
      if (what.includes("plan") || what.includes("recurrence")) reissueInvoices(tenant);
      else if (what.includes("status")) issueAtOnce(tenant);
    });
    installation.bus.after(CompanyAdded, issueAtOnce);
    installation.bus.after(DueDateMoved, (tenant, { from }) => {
      if (from !== null) moveInvoice(tenant, from);
      issueAtOnce(tenant);
    });
  },
  stop: stopLooking,
});
