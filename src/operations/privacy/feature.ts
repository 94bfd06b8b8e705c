import { recordCertificates } from "#operations/privacy/erasure/certificate.ts";
import { listenForErasures } from "#operations/privacy/erasure/listeners.ts";
import { removedWordsJob } from "#operations/privacy/erasure/removed-words.ts";
import { reapplyErasuresJob } from "#operations/privacy/ledger/reapply-erasures.ts";
import { ledgerJob, recordErasures } from "#operations/privacy/ledger/record-erasure.ts";
import { listenForRules, retentionJobs } from "#operations/privacy/retention/job.ts";
import { defineFeature } from "#tenants/feature.ts";
import { listenForContactExports } from "./export.ts";
import { oldCopiesJob } from "./old-copies.ts";
import { privacyRoutes } from "./routes.ts";

/** Retention, erasure and export of the personal data that a company stores. */
export const privacy = defineFeature({
  name: "privacy",
  routes: privacyRoutes,
  jobs: [...retentionJobs, oldCopiesJob, ledgerJob, reapplyErasuresJob, removedWordsJob],
  listen(installation) {
    listenForRules(installation);
    listenForContactExports(installation);
    recordCertificates(installation);
    recordErasures(installation);
    listenForErasures(installation);
  },
});
