import { defineFeature } from "#tenants/feature.ts";
import { broadcastPrompts } from "./broadcasts.ts";
import { eraseTraces } from "./erased-contacts.ts";
import { followOthers, transcribeForAttendants } from "./listeners.ts";
import { joinPartners } from "./responder.ts";
import { promptRoutes } from "./routes.ts";
import { promptCleanUpJob } from "./runs/clean-up.ts";
import { createTurnRunner, TurnRunnerPort } from "./turns/runner.ts";
import { aiTurnsJob } from "./turns/sweep.ts";

export const prompts = defineFeature({
  name: "prompts",
  routes: promptRoutes,
  jobs: [aiTurnsJob, promptCleanUpJob],
  listen(installation) {
    installation.ports.plug(TurnRunnerPort, createTurnRunner());
    joinPartners(installation);
    followOthers(installation);
    eraseTraces(installation);
    transcribeForAttendants(installation);
    broadcastPrompts(installation);
  },
  // A minute is too long to wait for a model: what is not finished is taken again at the next start.
  stop: ({ ports }) => Promise.race([ports.use(TurnRunnerPort).idle(), Bun.sleep(2000)]),
});
