import { defineFeature } from "#tenants/feature.ts";

/** Lists of actions on one ticket (docs/rules/ticket-actions.md). */
export const ticketActions = defineFeature({ name: "ticket-actions" });
