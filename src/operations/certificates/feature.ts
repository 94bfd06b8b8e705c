import { defineFeature } from "#tenants/feature.ts";
import { certificateJob } from "./renew.ts";
import { retrySoon } from "./store.ts";

/**
 * A restart ends the back-off, so that a repaired server need not wait for it, unless the last attempt was less than
 * this time ago, ms.
 */
const PAUSE_MS = 60_000;

/** TLS without a proxy: certificates by ACME or from files. */
export const certificates = defineFeature({
  name: "certificates",
  cellTables: ["acme_account", "certificate"],
  jobs: [certificateJob],
  start(installation) {
    const { config, clock } = installation;
    if (config.tlsDomains !== null) retrySoon(installation, config.tlsDomains, clock.now() - PAUSE_MS);
  },
});
