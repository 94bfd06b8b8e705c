import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { auditProvider } from "#accounts/audit/index.ts";
import { startSessionsOf } from "#channels/connections/index.ts";
import { transaction } from "#platform/db/database.ts";
import { notePath, storePath } from "#platform/db/ship/changed-paths.ts";
import { readDirectoryKeys } from "#tenants/directory-keys.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Arrival, arrivalOf, arrivals, deleteArrival, forgetFiles } from "#tenants/moving/rows.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { closedDirectory } from "./leave.ts";
import type { MoveKey } from "./link.ts";
import { insertRows, MovedRows } from "./system-rows.ts";

/** An arrival that no longer receives anything is removed after this time, ms. */
const FORGOTTEN_MS = 10 * 60_000;

const stagingRoot = ({ dataDirectory }: Pick<Installation, "dataDirectory">) =>
  join(dataDirectory, "arrivals");

/** Where the files of an arriving company are collected. It is not part of the log of the cell. */
export const stagingOf = (installation: Pick<Installation, "dataDirectory">, companyId: number): string =>
  join(stagingRoot(installation), String(companyId));

/** Makes an empty place for the files of an arriving company. */
export function makeStaging(installation: Installation, companyId: number): void {
  rmSync(stagingOf(installation, companyId), { recursive: true, force: true });
  mkdirSync(join(stagingOf(installation, companyId), "media"), { recursive: true, mode: 0o700 });
}

/** Moves whose files are entering the log, by the name of the move. */
const placing = new WeakMap<Installation, Map<string, Promise<void>>>();

/**
 * Moves the received files into place; resolves when the log of this cell has them. They have no row yet: nothing opens them. May be
 * called again for the same move, also while an earlier call runs. Throws 503 ERR_NOT_DURABLE.
 */
export function placeFiles(installation: Installation, { companyId, move }: MoveKey): Promise<void> {
  const running = placing.get(installation) ?? new Map<string, Promise<void>>();
  placing.set(installation, running);
  const known = running.get(move);
  if (known) return known;
  const placed = place(installation, companyId).finally(() => running.delete(move));
  running.set(move, placed);
  return placed;
}

async function place(installation: Installation, companyId: number): Promise<void> {
  const { dataDirectory, system } = installation;
  const directory = companyDirectory(dataDirectory, companyId);
  const staging = stagingOf(installation, companyId);
  // Absent: an earlier attempt moved the files, and the log did not answer.
  if (existsSync(staging)) {
    for (const path of [directory, closedDirectory(dataDirectory, companyId)]) {
      if (!existsSync(path)) continue;
      await rm(path, { recursive: true, force: true });
      notePath(path);
    }
    forgetFiles(system, companyId);
    mkdirSync(join(dataDirectory, "companies"), { recursive: true, mode: 0o700 });
    renameSync(staging, directory);
  }
  await storePath(directory);
}

/**
 * Opens a company whose move is completed: the directory names this cell. Does nothing when it is not, or when the company is
 * open already. Returns whether the company is here. Throws 503 ERR_NOT_DURABLE.
 */
export async function openArrived(
  installation: Installation,
  { companyId, move }: Arrival,
): Promise<boolean> {
  const { cells, system, tenants, durability, log } = installation;
  if ((await cells.moves?.settle(companyId)) !== cells.own) return false;
  const arrival = arrivalOf(system, companyId);
  if (arrival?.move !== move || arrival.state !== "ready") return tenants.exists(companyId);
  const rows = v.parse(MovedRows, JSON.parse(arrival.rows ?? "{}"));
  const name = String(rows.tables["company"]?.[0]?.["name"]);
  transaction(system, () => {
    insertRows(installation, rows);
    for (const { job, at } of rows.due) tenants.scheduleWakes([companyId], job, at);
    deleteArrival(system, companyId);
    auditProvider(installation, {
      who: "product",
      userId: null,
      name: "balcao",
      kind: "company",
      action: "imported",
      subjectId: companyId,
      subject: name,
      companyId,
    });
  });
  tenants.refresh(companyId);
  await durability.durable();
  log.info({ company: companyId, from: arrival.fromCell }, "a company was moved to this cell");
  startSessionsOf(tenants.open(companyId)).catch((error: unknown) =>
    log.error({ company: companyId, err: error }, "the sessions of a moved company were not started"),
  );
  void renewEntries(installation, companyId);
  return true;
}

/** The entries of the company name its former cell; they count, and the sweep would write them again at night. */
async function renewEntries(installation: Installation, companyId: number): Promise<void> {
  for (const key of readDirectoryKeys(installation, companyId) ?? [])
    await installation.cells.directory.restore(key, companyId).catch(() => undefined);
}

/** Removes an arrival that will not be completed. Throws 503 ERR_NOT_DURABLE. */
export async function dropArrival(installation: Installation, arrival: Arrival): Promise<void> {
  const { system, dataDirectory, log, tenants } = installation;
  const { companyId } = arrival;
  // The directory alone knows whether a company whose files are complete was switched.
  if (arrival.state === "ready" && (await openArrived(installation, arrival))) return;
  if (arrivalOf(system, companyId)?.move !== arrival.move || tenants.exists(companyId)) return;
  const directory = companyDirectory(dataDirectory, companyId);
  rmSync(stagingOf(installation, companyId), { recursive: true, force: true });
  if (existsSync(directory)) {
    rmSync(directory, { recursive: true });
    notePath(directory);
  }
  deleteArrival(system, companyId);
  log.info({ company: companyId, from: arrival.fromCell }, "an interrupted move to this cell was removed");
}

/** At a start: what was being received is removed, because its files may be on another machine. */
export async function settleArrivals(installation: Installation): Promise<void> {
  const known = arrivals(installation.system);
  for (const arrival of known) if (arrival.state === "receiving") await dropArrival(installation, arrival);
  const root = stagingRoot(installation);
  if (!existsSync(root)) return;
  for (const name of readdirSync(root))
    if (!arrivalOf(installation.system, Number(name)))
      rmSync(join(root, name), { recursive: true, force: true });
}

/** Opens companies whose move was completed, also when its source failed right after the switch; removes abandoned arrivals. */
export async function watchArrivals(installation: Installation): Promise<void> {
  const { system, cells, clock, log } = installation;
  if (!cells.moves) return;
  for (const arrival of arrivals(system))
    try {
      const isHere = arrival.state === "ready" && cells.moves.cellOf(arrival.companyId) === cells.own;
      if (isHere) await openArrived(installation, arrival);
      else if (placing.get(installation)?.has(arrival.move)) continue;
      else if (arrival.updatedAt < clock.now() - FORGOTTEN_MS) await dropArrival(installation, arrival);
    } catch (error) {
      log.warn({ company: arrival.companyId, err: error }, "a move to this cell is not settled yet; retried");
    }
}
