import { execute } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { certificateJob } from "./renew.ts";
import * as sql from "./store.sql.ts";
import { namesOf } from "./store.ts";

/** After a restart an order is retried without the back-off, so that a repaired server need not wait; but not more often than this, ms. */
const PAUSE_MS = 60_000;

/** TLS without a proxy: certificates by ACME or from files. */
export const certificates = defineFeature({
  name: "certificates",
  jobs: [certificateJob],
  start({ config, system, clock }) {
    if (config.tlsDomains === null) return;
    execute(system, sql.retrySoon, {
      names: namesOf(config.tlsDomains),
      triedBefore: clock.now() - PAUSE_MS,
    });
  },
});
