import {
  droppedWebhooks,
  engineRestarts,
  journalBacklog,
  passkeyOutcomes,
  waitingWebhooks,
} from "#channels/connections/index.ts";
import { type Backlog, messageBacklogs } from "#inbox/messages/index.ts";
import { backupAge } from "#operations/backups/index.ts";
import { secondsLeft, storedCertificate } from "#operations/certificates/index.ts";
import { createMetrics, type Gauges, type Metrics } from "#platform/metrics.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Sharing } from "#tenants/shared/sharing.ts";
import { directoryMismatches } from "#tenants/sweep-directory.ts";
import type { Viewer } from "#tenants/viewer.ts";

/** The work that waits, by stage: large webhooks, in the inbound journals, in the inbox, in the outbox, and as due jobs. */
function backlogs(installation: Installation): Readonly<Record<string, Backlog>> {
  const now = installation.clock.now();
  const { wakeUps, oldestAt } = installation.tenants.overdueWork(now);
  return {
    webhook: waitingWebhooks(installation),
    journal: journalBacklog(installation),
    ...messageBacklogs(installation),
    due: { rows: wakeUps, oldestSeconds: (now - (oldestAt ?? now)) / 1000 },
  };
}

const valuesOf = (stages: Readonly<Record<string, Backlog>>, field: keyof Backlog): Record<string, number> =>
  Object.fromEntries(Object.entries(stages).map(([stage, backlog]) => [stage, backlog[field]]));

/** The metrics of several cells; 0 with one cell. `sharing`: null on one machine. */
export const cellGauges = (installation: Installation, sharing: Sharing | null): Gauges => ({
  balcao_directory_mismatches: [
    "Rows whose value the directory gives to another cell, found by the last sweep of this process",
    () => directoryMismatches(installation),
  ],
  balcao_shared_rows_age_seconds: [
    "Seconds since this cell last published or compared the rows that all cells share; 0 on one machine",
    () => sharing?.ageSeconds() ?? 0,
  ],
});

/** The metrics of the product; null without `METRICS_TOKEN`. */
export function metricsOf(
  installation: Installation,
  hub: Hub<Viewer>,
  inFlight: () => number,
  more: Gauges = {},
): Metrics | null {
  const { config, tenants, clock } = installation;
  if (!config.metricsToken) return null;
  return createMetrics(config.metricsToken, {
    ...more,
    balcao_requests_in_flight: ["Requests being answered", inFlight],
    balcao_sockets: ["Live sockets", hub.sockets],
    balcao_backlog_rows: [
      "Work that waits, by stage: webhook, journal, inbox, outbox, due",
      "stage",
      () => valuesOf(backlogs(installation), "rows"),
    ],
    balcao_backlog_oldest_seconds: [
      "Age of the oldest work that waits, by stage; 0 when none waits",
      "stage",
      () => valuesOf(backlogs(installation), "oldestSeconds"),
    ],
    balcao_companies_open: ["Companies open", () => [...tenants.openTenants()].length],
    balcao_meta_calls_dropped: [
      "Calls of Meta about pages and numbers nobody here has",
      () => droppedWebhooks(installation),
    ],
    balcao_engine_restarts: [
      "WhatsApp sessions restarted because their engine was stuck, since the start of this process",
      () => engineRestarts(installation),
    ],
    balcao_passkey_links: [
      "Links of WhatsApp accounts that asked for a passkey, by outcome, since the start of this process",
      "outcome",
      () => passkeyOutcomes(installation),
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
