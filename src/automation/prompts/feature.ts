import { defineFeature } from "#tenants/feature.ts";
import { broadcastPrompts } from "./broadcasts.ts";
import { eraseTraces } from "./erased-contacts.ts";
import { listenForHandoffs, listenForRecordings } from "./listeners.ts";
import { registerResponder } from "./responder.ts";
import { promptRoutes } from "./routes.ts";
import { promptCleanUpJob } from "./runs/runs.ts";
import { createTurnRunner, TurnRunnerPort } from "./turns/runner.ts";
import { aiTurnsJob } from "./turns/sweep.ts";

export const prompts = defineFeature({
  name: "prompts",
  routes: promptRoutes,
  jobs: [aiTurnsJob, promptCleanUpJob],
  listen(installation) {
    installation.ports.plug(TurnRunnerPort, createTurnRunner());
    registerResponder(installation);
    listenForHandoffs(installation);
    eraseTraces(installation);
    listenForRecordings(installation);
    broadcastPrompts(installation);
  },
  // A model call may take a minute, too long for a stop to wait: unfinished turns are repeated after the next start.
  stop: ({ ports }) => Promise.race([ports.use(TurnRunnerPort).idle(), Bun.sleep(2000)]),
});
