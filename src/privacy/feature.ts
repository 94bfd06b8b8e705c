import { followRules, retentionJobs } from "#privacy/retention/job.ts";
import { defineFeature } from "#tenants/feature.ts";
import { privacyRoutes } from "./routes.ts";

/** What a company keeps of people, for how long, and how it lets go of it. */
export const privacy = defineFeature({
  name: "privacy",
  routes: privacyRoutes,
  jobs: retentionJobs,
  listen: followRules,
});
