import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { exportClocks } from "./contact-export.ts";
import { slaDue } from "./due.ts";
import { followHours, followTickets } from "./listeners.ts";
import { slaRecount } from "./recount.ts";
import { policiesAsConditionUser } from "./references.ts";
import { slaRoutes } from "./routes.ts";

/** Promised times of answer and resolution (docs/rules/sla.md). */
export const sla = defineFeature({
  name: "sla",
  routes: slaRoutes,
  jobs: [slaDue, slaRecount],
  listen(installation) {
    installation.ports.add(ConditionUsersPort, "sla", policiesAsConditionUser);
    exportClocks(installation);
    followTickets(installation);
    followHours(installation);
  },
});
