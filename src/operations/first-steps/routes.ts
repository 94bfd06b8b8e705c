import { setting, writeSetting } from "#accounts/settings/index.ts";
import { route } from "#tenants/route.ts";
import { FirstStepsAnswer, FirstStepsBody } from "./contract.ts";
import { countDone, firstStepsOf, isAllDone } from "./read.ts";

export const firstStepsRoutes = [
  route({
    method: "GET",
    path: "/first-steps",
    access: "admin",
    summary: "First steps of the company, and which of them are done",
    answer: FirstStepsAnswer,
    handle({ ctx: { tenant } }) {
      // For companies that are older than this list or were imported: they may have completed all steps before the list
      // existed.
      if (setting(tenant, "firstSteps") !== "done" && isAllDone(countDone(tenant)))
        writeSetting(tenant, "firstSteps", "done");
      return firstStepsOf(tenant);
    },
  }),
  route({
    method: "PUT",
    path: "/first-steps",
    unaudited: "only shows or hides a list",
    access: "admin",
    summary: "Hide the first steps, or show them again",
    body: FirstStepsBody,
    answer: FirstStepsAnswer,
    handle({ ctx: { tenant }, body }) {
      if (setting(tenant, "firstSteps") !== "done")
        writeSetting(tenant, "firstSteps", body.hidden ? "hidden" : "shown");
      return firstStepsOf(tenant);
    },
  }),
];
