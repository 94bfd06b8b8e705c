import { droppedWebhooks, engineRestarts } from "#channels/connections/index.ts";
import { backupAge } from "#operations/backups/index.ts";
import { secondsLeft, storedCertificate } from "#operations/certificates/index.ts";
import { createMetrics, type Metrics } from "#platform/metrics.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Viewer } from "#tenants/viewer.ts";

/** What `/metrics` tells; null without a token. */
export function metricsOf(
  installation: Installation,
  hub: Hub<Viewer>,
  inFlight: () => number,
): Metrics | null {
  const { config, tenants, clock } = installation;
  if (!config.metricsToken) return null;
  return createMetrics(config.metricsToken, {
    balcao_requests_in_flight: ["Requests being answered", inFlight],
    balcao_sockets: ["Live sockets", hub.sockets],
    balcao_companies_open: ["Companies open", () => [...tenants.openTenants()].length],
    balcao_meta_calls_dropped: [
      "Calls of Meta about pages and numbers nobody here has",
      () => droppedWebhooks(installation),
    ],
    balcao_engine_restarts: [
      "WhatsApp sessions restarted because their engine was stuck, since the start of this process",
      () => engineRestarts(installation),
    ],
    balcao_certificate_seconds_left: [
      "Seconds until the certificate of this server ends; NaN where a proxy ends TLS or none was given yet",
      () => secondsLeft(installation, clock.now()) ?? Number.NaN,
    ],
    balcao_certificate_failures: [
      "Certificates that were refused in a row",
      () => (config.tlsDomains && storedCertificate(installation, config.tlsDomains)?.failures) ?? 0,
    ],
    balcao_backup_age_seconds: [
      "Seconds since the newest good backup was begun; without one, since the installation was made",
      () => backupAge(installation, clock.now()) / 1000,
    ],
    balcao_companies_quarantined: ["Companies that cannot be opened", () => tenants.quarantined().size],
  });
}
