import type { BackupState } from "./contract.ts";

/** The state that needs attention first. */
const BY_CONCERN: readonly BackupState["state"][] = ["running", "failed", "none", "cancelled", "done"];

/**
 * The backups of the installation from those of its cells (docs/rules/cells.md#lists): the oldest of their newest backups, because a
 * restore of the installation begins there, and the state that needs attention first.
 */
export function mergeBackups(parts: readonly BackupState[]): BackupState {
  const [first] = parts.toSorted((a, b) => BY_CONCERN.indexOf(a.state) - BY_CONCERN.indexOf(b.state));
  if (!first) throw new Error("there is no backup state to merge");
  const sum = (of: (part: BackupState) => number) => parts.reduce((total, part) => total + of(part), 0);
  const lasts = parts.map(({ lastAt }) => lastAt);
  return {
    lastAt: lasts.includes(null) ? null : (lasts.toSorted()[0] ?? null),
    state: first.state,
    startedAt: first.startedAt,
    size: sum(({ size }) => size),
    stored: sum(({ stored }) => stored),
    companies: sum(({ companies }) => companies),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    place: [...new Set(parts.map(({ place }) => place))].join(", "),
    nightly: parts.every(({ nightly }) => nightly),
    isLate: parts.some(({ isLate }) => isLate),
  };
}
