import * as v from "valibot";
import { companyInPath } from "#platform/http/cells/cell-rule.ts";
import { IdParams } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { isAdmin } from "#tenants/tenant.ts";
import { getBudget, setBudget } from "./budget/budget.ts";
import { estimateCosts, templatePrices } from "./budget/estimate.ts";
import * as c from "./contract.ts";
import { getCompanyCosts, setCompanyCosts } from "./rates/company.ts";
import { changeRates, createRate, importRates, listRates } from "./rates/write.ts";
import { checkMonth } from "./report/check.ts";
import { exportCosts } from "./report/export-csv.ts";
import { campaignCost } from "./report/of-campaign.ts";
import { ticketCost } from "./report/of-ticket.ts";
import { costReport, refuseWithoutCosts } from "./report/report.ts";

const ofCompany = [
  route({
    method: "GET",
    path: "/costs",
    access: "admin",
    summary: "Costs of official messages by day, category, market …",
    query: c.CostQuery,
    answer: c.CostReport,
    handle: ({ ctx, query }) => costReport(ctx, query),
  }),
  route({
    method: "GET",
    path: "/costs/messages.csv",
    access: "admin",
    audit: "cost.exported",
    summary: "Every message with its cost as CSV",
    query: c.CostFileQuery,
    answer: v.string(),
    handle: ({ ctx, query }) => exportCosts(ctx, query),
  }),
  route({
    method: "POST",
    path: "/costs/estimate",
    unaudited: "stores nothing",
    summary: "Estimated cost of a send to these recipients",
    body: c.EstimateBody,
    answer: c.Estimate,
    handle({ ctx, body }) {
      refuseWithoutCosts(ctx);
      const estimate = estimateCosts(ctx.tenant, body);
      // The budget is for admins, also where attendants see costs.
      return isAdmin(ctx.actor) ? estimate : { ...estimate, left: null };
    },
  }),
  route({
    method: "GET",
    path: "/costs/campaigns/:id",
    access: "admin",
    summary: "Cost of a campaign, with the estimate at its start",
    params: IdParams,
    answer: c.CampaignCost,
    handle: ({ ctx, params }) => campaignCost(ctx, params.id),
  }),
  route({
    method: "GET",
    path: "/costs/template-prices",
    summary: "Price of a template of each category in the country of the number",
    query: c.TemplatePricesQuery,
    answer: c.TemplatePrices,
    handle({ ctx, query }) {
      refuseWithoutCosts(ctx);
      return templatePrices(ctx.tenant, query.connectionId);
    },
  }),
  route({
    method: "GET",
    path: "/costs/budget",
    access: "admin",
    summary: "The budget of the month",
    answer: c.BudgetAnswer,
    handle: ({ ctx }) => getBudget(ctx),
  }),
  route({
    method: "PUT",
    path: "/costs/budget",
    access: "admin",
    audit: "cost.changed",
    summary: "Set the budget of every month",
    body: c.BudgetBody,
    answer: c.BudgetAnswer,
    handle: ({ ctx, body }) => setBudget(ctx, body),
  }),
  route({
    method: "POST",
    path: "/costs/check",
    access: "admin",
    unaudited: "compares, corrects nothing",
    summary: "Compare a month with Meta's own figures",
    body: c.CheckBody,
    answer: c.CheckAnswer,
    handle: ({ ctx, body }) => checkMonth(ctx.tenant.base, body.month),
  }),
  route({
    method: "GET",
    path: "/tickets/:id/cost",
    summary: "Cost of the current attendance of a ticket",
    params: IdParams,
    answer: c.TicketCost,
    handle: ({ ctx, params }) => ticketCost(ctx, params.id),
  }),
];

const ofProvider = [
  route({
    method: "GET",
    path: "/rates",
    access: "super",
    cell: "home",
    summary: "Meta's price cards",
    query: c.RateQuery,
    answer: c.RateList,
    handle: ({ ctx, query }) => listRates(ctx.tenant.installation, query),
  }),
  route({
    method: "POST",
    path: "/rates",
    access: "super",
    cell: "home",
    audit: "rate.created",
    summary: "Add a price",
    body: c.RateBody,
    answer: c.RateAnswer,
    handle: ({ ctx, body }) => createRate(ctx, body),
  }),
  route({
    method: "PUT",
    path: "/rates",
    access: "super",
    cell: "home",
    audit: "rate.changed",
    summary: "Correct, end or confirm prices",
    body: c.ChangeRatesBody,
    answer: v.object({ changed: v.number() }),
    handle: ({ ctx, body }) => changeRates(ctx, body),
  }),
  route({
    method: "POST",
    path: "/rates/import",
    access: "super",
    cell: "home",
    audit: "rate.imported",
    summary: "Import a price card from a CSV file; with dryRun only a preview",
    query: c.ImportRatesQuery,
    body: c.ImportRatesBody,
    maxBodyBytes: 2 * c.MAX_CARD_BYTES + 100,
    answer: c.ImportRatesAnswer,
    handle: ({ ctx, query, body }) => importRates(ctx, body, query.dryRun === "true"),
  }),
  route({
    method: "GET",
    path: "/companies/:id/costs",
    access: "super",
    cell: companyInPath,
    summary: "Who pays Meta for a company's messages, and in which currency they are priced",
    params: IdParams,
    answer: c.CompanyCostsAnswer,
    handle: ({ ctx, params }) => getCompanyCosts(ctx.tenant.installation, params.id),
  }),
  route({
    method: "PUT",
    path: "/companies/:id/costs",
    access: "super",
    cell: companyInPath,
    audit: "company-costs.changed",
    summary: "Set who pays Meta for a company's messages, margin, exchange rate and currency",
    params: IdParams,
    body: c.CompanyCostsBody,
    answer: c.CompanyCostsAnswer,
    handle: ({ ctx, params, body }) => setCompanyCosts(ctx, params.id, body),
  }),
];

export const costRoutes = [...ofCompany, ...ofProvider];
