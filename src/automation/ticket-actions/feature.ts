import { MediaReadersPort } from "#channels/media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { mayReadActionFile } from "./files.ts";
import { ticketActionRoutes } from "./routes.ts";

/** Lists of actions on one ticket (docs/rules/ticket-actions.md). */
export const ticketActions = defineFeature({
  name: "ticket-actions",
  routes: ticketActionRoutes,
  listen: ({ ports }) => void ports.use(MediaReadersPort).push(mayReadActionFile),
});
