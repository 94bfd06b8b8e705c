import type { Gauges } from "#platform/metrics.ts";
import type { ArchiverState } from "./archiver-state.ts";

/** The metrics of the continuous archive; without one they are 0, so that alerts can name them. */
export function archiveGauges(
  read: () => ArchiverState | null,
  now: () => number,
  snapshotHours: number,
): Gauges {
  const value = (pick: (state: ArchiverState) => number) => () => {
    const state = read();
    return state ? pick(state) : 0;
  };
  return {
    balcao_archive_enabled: ["1 when a continuous archive is configured", value(() => 1)],
    balcao_archive_active: [
      "1 while changes are archived; 0 before the first contact with the storage and after another server took the archive",
      value(({ isArchiving }) => (isArchiving ? 1 : 0)),
    ],
    balcao_archive_lag_seconds: [
      "Age of the oldest change that is not in the storage of the archive yet",
      value(({ lagSeconds }) => lagSeconds),
    ],
    balcao_archive_spool_bytes: [
      "Changes that wait on the local disk for the storage of the archive",
      value(({ spoolBytes }) => spoolBytes),
    ],
    balcao_archive_failures: [
      "Uploads to the archive that failed since the last success",
      value(({ failures }) => failures),
    ],
    balcao_snapshot_age_seconds: [
      "Seconds since the newest snapshot in the archive; NaN without one",
      value(({ lastSnapshotMs }) =>
        lastSnapshotMs === null ? Number.NaN : Math.max(0, now() - lastSnapshotMs) / 1000,
      ),
    ],
    balcao_snapshot_interval_seconds: ["Configured time between two snapshots", () => snapshotHours * 3600],
  };
}
