import { recordCertificates } from "#operations/privacy/erasure/certificate.ts";
import { listenForErasures } from "#operations/privacy/erasure/listeners.ts";
import { removedWordsJob } from "#operations/privacy/erasure/removed-words.ts";
import {
  ensureErasureKey,
  erasedAt,
  ledgerJob,
  reapplyErasuresJob,
  recordErasures,
} from "#operations/privacy/ledger/ledger.ts";
import { listenForRules, retentionJobs } from "#operations/privacy/retention/job.ts";
import { ErasedAtPort } from "#people/contacts/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { sharingRole } from "#tenants/shared/role.ts";
import { listenForContactExports } from "./export.ts";
import { oldCopiesJob } from "./old-copies.ts";
import { privacyRoutes } from "./routes.ts";

/** Retention, erasure and export of the personal data that a company stores. */
export const privacy = defineFeature({
  name: "privacy",
  keptCompanyTables: ["erased_identity"],
  sharedTables: [{ table: "erasure_key" }],
  routes: privacyRoutes,
  jobs: [...retentionJobs, oldCopiesJob, ledgerJob, reapplyErasuresJob, removedWordsJob],
  listen(installation) {
    listenForRules(installation);
    listenForContactExports(installation);
    recordCertificates(installation);
    recordErasures(installation);
    installation.ports.plug(ErasedAtPort, erasedAt);
    listenForErasures(installation);
  },
  // Other cells have a copy of the key, and create none.
  start(installation) {
    if (sharingRole(installation) === "home") ensureErasureKey(installation);
  },
});
