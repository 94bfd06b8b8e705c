import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FillMark, readFillMarks } from "#cluster/cells/first-fill.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { createNatsSharedRows } from "#cluster/cells/shared-rows.ts";
import type { LeaseStore } from "#cluster/lease/lease.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { DIRECTORY_BUCKET } from "#cluster/log/jetstream/names.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import type { Config } from "#config.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { openDatabase } from "#platform/db/open.ts";
import { type Finding, findingsOf } from "./finding.ts";

const finding = findingsOf("cluster");
const HOUR_MS = 3_600_000;
/** The sweep runs every night; an older one did not end, h. */
const LATE_HOURS = 50;
/** How long a copy of the shared rows may be behind, ms: cells look for a newer version every second. */
const COPY_MS = 5000;
const LEASE_MS = 3000;

/** Checks the directory and the shared rows. Nothing with one cell. `nowMs`: wall clock. */
export async function examineCells(
  nats: Nats,
  leases: Pick<LeaseStore, "cells" | "read">,
  config: Config,
  nowMs: number,
): Promise<readonly Finding[]> {
  const cells = await existing(leases).catch(() => []);
  if (cells.length < 2) return [];
  const marks = await readFillMarks(createNatsKeyValues(nats, DIRECTORY_BUCKET), cells).catch(() => null);
  const directory = marks
    ? [...sweeps(marks, nowMs)]
    : [
        finding(
          "warning",
          "the directory of all cells does not answer",
          "balcao cluster status shows the NATS servers",
        ),
      ];
  return [...directory, ...(await copyOf(nats, config))];
}

/** The cells that were not removed. */
async function existing(leases: Pick<LeaseStore, "cells" | "read">): Promise<readonly number[]> {
  const cells = (await leases.cells()).toSorted((a, b) => a - b);
  const reads = await Promise.all(cells.map((cell) => leases.read(cell, { timeoutMs: LEASE_MS })));
  return cells.filter((_, index) => {
    const read = reads[index];
    return read?.result !== "found" || read.entry.lease !== null;
  });
}

/** What the last sweep of each cell found. */
export function* sweeps(marks: ReadonlyMap<number, FillMark | null>, nowMs: number): Generator<Finding> {
  for (const [cell, mark] of marks) {
    if (!mark) {
      yield finding(
        "warning",
        `cell ${cell} has not written its rows into the directory: in other cells, requests with unknown values get 503`,
        `start its nodes; if it is gone for ever: balcao cluster forget --cell ${cell}`,
      );
      continue;
    }
    if (mark.mismatches > 0)
      yield finding(
        "warning",
        `${mark.mismatches} e-mails, names, keys or accounts of cell ${cell} belong to another cell in the directory`,
        "they are not found: the warnings of the sweep (from 03:45) in the log of its owner name them; give each another value",
      );
    const hours = Math.round((nowMs - mark.atMs) / HOUR_MS);
    if (hours > LATE_HOURS)
      yield finding(
        "warning",
        `the directory was compared with the rows of cell ${cell} ${hours} hours ago, not every night`,
        "the log of its owner has the reason",
      );
  }
}

/** Whether the files of this node have the newest version of the shared rows. The home cell writes them itself. */
async function copyOf(
  nats: Nats,
  { clusterCell, dataDir, appSecret, appSecretOld }: Config,
): Promise<readonly Finding[]> {
  if (clusterCell === HOME_CELL || appSecret === null) return [];
  const seal = createChunkSeal(appSecret, appSecretOld === null ? [] : [appSecretOld]);
  const newest = await createNatsSharedRows({ nats, seal })
    .newest()
    .catch(() => null);
  const revision = copiedRevision(dataDir);
  if (!newest || revision === null || revision >= newest.revision) return [];
  await Bun.sleep(COPY_MS);
  return [...staleCopy(copiedRevision(dataDir), newest.revision)];
}

/** `copied`: the version in the files of this node; null = they were removed meanwhile. */
export function* staleCopy(copied: number | null, newest: number): Generator<Finding> {
  if (copied !== null && copied < newest)
    yield finding(
      "error",
      "plans, settings and super users of the home cell are not copied into this cell",
      "the log of its owner has the reason (shared rows could not be published or copied); until then the former ones count here",
    );
}

/** Null without files, and for a file of an older release. */
function copiedRevision(dataDir: string): number | null {
  const path = join(dataDir, "system.sqlite");
  if (!existsSync(path)) return null;
  const db = openDatabase(path, { durability: "normal", readonly: true });
  try {
    const row = db.prepare("SELECT revision FROM shared_revision WHERE id = 1").get();
    return (row as { revision: number } | undefined)?.revision ?? 0;
  } catch {
    return null;
  } finally {
    db.close();
  }
}
