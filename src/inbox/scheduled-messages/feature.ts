import { MediaReadersPort } from "#channels/media/index.ts";
import { followOutcomes } from "#inbox/scheduled-messages/sending/finish.ts";
import { schedulesJob } from "#inbox/scheduled-messages/sending/sweep.ts";
import { defineFeature } from "#tenants/feature.ts";
import { mayReadScheduledFile } from "./attachment.ts";
import { broadcastSchedules } from "./broadcasts.ts";
import { exportSchedules } from "./contact-export.ts";
import { listenToOthers } from "./listeners.ts";
import { scheduleRoutes } from "./routes.ts";

export const scheduledMessages = defineFeature({
  name: "scheduled-messages",
  routes: scheduleRoutes,
  jobs: [schedulesJob],
  listen(installation) {
    installation.ports.use(MediaReadersPort).push(mayReadScheduledFile);
    followOutcomes(installation);
    listenToOthers(installation);
    exportSchedules(installation);
    broadcastSchedules(installation);
  },
});
