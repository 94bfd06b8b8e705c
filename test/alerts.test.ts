import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteSkipped } from "#test/helpers/skipped.ts";

/** What a node of a healthy pair exports. */
const HEALTHY: Readonly<Record<string, string>> = {
  'balcao_cluster_role{role="owner"}': "1x60",
  balcao_cluster_current_standbys: "1x60",
  balcao_cluster_standby_lag_seconds: "0x60",
  'balcao_cluster_append_seconds{quantile="0.99"}': "0.01x60",
  balcao_cluster_lease_remaining_seconds: "3.5x60",
  balcao_cluster_stream_bytes: "5x60",
  balcao_cluster_stream_max_bytes: "10x60",
  balcao_cluster_snapshot_age_seconds: "3600x60",
  balcao_cluster_snapshot_interval_seconds: "21600x60",
  balcao_cluster_differing_files_total: "0x60",
  balcao_cluster_refused_appends_total: "0x60",
  balcao_cluster_takeovers_total: "1x60",
  balcao_cluster_epoch: "7x60",
  balcao_cluster_replicas_behind: "0x60",
  balcao_directory_mismatches: "0x60",
  balcao_shared_rows_age_seconds: "1x60",
  balcao_archive_enabled: "1x60",
  balcao_archive_active: "1x60",
  balcao_archive_lag_seconds: "1x60",
  balcao_snapshot_age_seconds: "3600x60",
  balcao_snapshot_interval_seconds: "86400x60",
  balcao_media_remote: "1x60",
  balcao_media_failures: "0x60",
  balcao_media_missing: "0x60",
};

/** For each alert of the cluster: the metrics that differ from a healthy pair during the failure, one value per minute. */
const FAILURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BalcaoNoStandby: { balcao_cluster_current_standbys: "0x60" },
  BalcaoStandbyBehind: { balcao_cluster_standby_lag_seconds: "11x60" },
  BalcaoAppendsSlow: { 'balcao_cluster_append_seconds{quantile="0.99"}': "0.3x60" },
  BalcaoLeaseShort: { balcao_cluster_lease_remaining_seconds: "0x60" },
  BalcaoLogFull: { balcao_cluster_stream_bytes: "9x60" },
  BalcaoClusterSnapshotOld: { balcao_cluster_snapshot_age_seconds: "50000x60" },
  BalcaoFilesDiffer: { balcao_cluster_differing_files_total: "0x30 1x30" },
  BalcaoArchiveLate: { balcao_archive_lag_seconds: "61x60" },
  BalcaoArchiveOff: { balcao_archive_active: "0x60" },
  BalcaoSnapshotOld: { balcao_snapshot_age_seconds: "200000x60" },
  BalcaoMediaAway: { balcao_media_failures: "0x25 1+1x35" },
  BalcaoMediaMissing: { balcao_media_missing: "2x60" },
  BalcaoAppendRefused: { balcao_cluster_refused_appends_total: "0x52 1x8" },
  BalcaoTookOver: { balcao_cluster_epoch: "7x52 8x8" },
  BalcaoReplicasBehind: { balcao_cluster_replicas_behind: "1x60" },
  BalcaoDirectoryMismatch: { balcao_directory_mismatches: "2x60" },
  BalcaoSharedRowsOld: { balcao_shared_rows_age_seconds: "300x60" },
  BalcaoTwoOwners: { 'balcao_cluster_role{role="owner",node="2"}': "1x60" },
};

const RULES = join(import.meta.dir, "../docs/monitoring/alerts.yml");
const MINUTE = 55;
/** Where `.ci/run` unpacks it. */
const CACHED = "/var/cache/balcao-tests/prometheus/promtool";
const promtool = Bun.which(process.env["PROMTOOL"] ?? "promtool") ?? Bun.which(CACHED);
if (promtool === null) noteSkipped("Prometheus' promtool is not installed (Debian: prometheus)");

const rules = Bun.YAML.parse(readFileSync(RULES, "utf8")) as {
  groups: { name: string; rules: { alert: string }[] }[];
};
const alertsOfCluster = rules.groups
  .filter(({ name }) => name === "balcao-cluster")
  .flatMap((group) => group.rules.map(({ alert }) => alert));

/** Labels as a scraper adds them; the second node has its own instance. */
function seriesOf(figures: Readonly<Record<string, string>>) {
  return Object.entries(figures).map(([name, values]) => {
    const [metric, inner] = [name.split("{")[0], /\{(.*)\}/.exec(name)?.[1] ?? ""];
    const instance = inner.includes('node="2"') ? "b:3000" : "a:3000";
    const labels = [inner.replace(/,?node="2"/, ""), 'job="balcao"', `instance="${instance}"`];
    return { series: `${metric}{${labels.filter(Boolean).join()}}`, values };
  });
}

/** Checks with promtool that exactly these alerts fire after 55 minutes of these metrics; returns its error message. */
function complaintAbout(
  cases: readonly { readonly figures: Record<string, string>; readonly fires: string[] }[],
) {
  const folder = mkdtempSync(join(tmpdir(), "balcao-alerts-"));
  try {
    const tests = cases.map(({ figures, fires }) => ({
      interval: "1m",
      input_series: seriesOf(figures),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing", alertname=~"Balcao.*"})',
          eval_time: `${MINUTE}m`,
          exp_samples: fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    }));
    const file = join(folder, "alerts.test.json");
    // Written as JSON, which is valid YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
    const { status, stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], {
      encoding: "utf8",
    });
    return status === 0 ? "" : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the alerts of a cluster", () => {
  test("each alert of the cluster has metrics that must fire it", () => {
    expect(Object.keys(FAILURES).toSorted()).toEqual([...alertsOfCluster].toSorted());
  });

  test.skipIf(promtool === null)("a healthy pair fires no alert, and each failure fires only its own", () => {
    const failures = Object.entries(FAILURES).map(([alert, changed]) => ({
      figures: { ...HEALTHY, ...changed },
      fires: [alert],
    }));
    expect(complaintAbout([{ figures: { ...HEALTHY }, fires: [] }, ...failures])).toBe("");
  });

  test.skipIf(promtool === null)("control: an alert that does not fire is reported", () => {
    expect(complaintAbout([{ figures: { ...HEALTHY }, fires: ["BalcaoNoStandby"] }])).toContain(
      "BalcaoNoStandby",
    );
  });
});
