import { certifyErasures } from "#operations/privacy/erasure/certificate.ts";
import { forgetWordsOfErased } from "#operations/privacy/erasure/leftovers.ts";
import { removedWordsJob } from "#operations/privacy/erasure/removed-words.ts";
import { againJob } from "#operations/privacy/ledger/again.ts";
import { keepLedger, ledgerJob } from "#operations/privacy/ledger/keep.ts";
import { followRules, retentionJobs } from "#operations/privacy/retention/job.ts";
import { defineFeature } from "#tenants/feature.ts";
import { exportTraces } from "./export.ts";
import { oldCopiesJob } from "./old-copies.ts";
import { privacyRoutes } from "./routes.ts";

/** What a company keeps of people, for how long, and how it lets go of it. */
export const privacy = defineFeature({
  name: "privacy",
  routes: privacyRoutes,
  jobs: [...retentionJobs, oldCopiesJob, ledgerJob, againJob, removedWordsJob],
  listen(installation) {
    followRules(installation);
    exportTraces(installation);
    certifyErasures(installation);
    keepLedger(installation);
    forgetWordsOfErased(installation);
  },
});
