export interface ArchiverState {
  /** Whether changes are archived; false before the first contact with the storage, and after the loss of the archive. */
  readonly isArchiving: boolean;
  /** The archive has no snapshot that continues to now: take one. */
  readonly needsSnapshot: boolean;
  /** Another process archives this cell. */
  readonly isSuperseded: boolean;
  /** Age of the oldest change that is not in the storage, seconds. */
  readonly lagSeconds: number;
  readonly spoolBytes: number;
  /** Failed uploads since the last success. */
  readonly failures: number;
  readonly lastSnapshotMs: number | null;
}
