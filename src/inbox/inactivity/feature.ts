import { defineFeature } from "#tenants/feature.ts";
import { inactivityClose, watchIdle } from "./close-idle.ts";

export const inactivity = defineFeature({
  name: "inactivity",
  jobs: [inactivityClose],
  listen: watchIdle,
});
