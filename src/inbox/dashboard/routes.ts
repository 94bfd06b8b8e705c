import { route } from "#tenants/route.ts";
import {
  DashboardAnswer,
  DashboardQuery,
  LeadsAnswer,
  LeadsQuery,
  TicketsDayAnswer,
  TicketsDayQuery,
} from "./contract.ts";
import { foldChanges } from "./fold.ts";
import { readDashboard, readLeads, readTicketsDay } from "./read.ts";

export const dashboardRoutes = [
  route({
    method: "GET",
    path: "/dashboard",
    access: "admin",
    summary: "Figures of a period, per attendant, and today by the hour",
    query: DashboardQuery,
    answer: DashboardAnswer,
    async handle({ ctx, query }) {
      await foldChanges(ctx.tenant);
      return readDashboard(ctx, query);
    },
  }),
  route({
    method: "GET",
    path: "/dashboard/ticketsDay",
    access: "admin",
    summary: "Number of attendances begun per hour of a day, or per day of a range",
    query: TicketsDayQuery,
    answer: TicketsDayAnswer,
    async handle({ ctx, query }) {
      await foldChanges(ctx.tenant);
      return readTicketsDay(ctx, query);
    },
  }),
  route({
    method: "GET",
    path: "/dashboard/leads",
    access: "admin",
    summary: "The contacts that the figure of new contacts counts, newest first",
    query: LeadsQuery,
    answer: LeadsAnswer,
    handle: ({ ctx, query }) => readLeads(ctx, query),
  }),
];
