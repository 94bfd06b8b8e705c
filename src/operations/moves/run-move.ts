import { statSync } from "node:fs";
import { join } from "node:path";
import { holdSessionsOf, resumeSessionsOf, startSessionsOf } from "#channels/connections/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { recoveryOf } from "#tenants/moving/machine.ts";
import { advance, lastMove, type Move, noteSent } from "#tenants/moving/rows.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { guardOf } from "./closed-rows.ts";
import { createFileSender, type FileSender, hasTails, type SentFile } from "./company-files.ts";
import { leave } from "./leave.ts";
import { linkTo, type MoveLink } from "./link.ts";
import { MoveRefused, reasonOf } from "./refusals.ts";
import { type SentMedia, sendMedia } from "./send-media.ts";
import { readRows } from "./system-rows.ts";

/** The company is paused once a pass over its files sends less than this, bytes, or after this many passes. */
const SMALL_BYTES = 1024 * 1024;
const MOST_PASSES = 5;
/** How long the log may take to acknowledge the last commits of the company, and to fold the tails of its files, ms. */
const TAILS_MS = 2000;
/** After this time without a write to a database its times tell that it was not written to, ms. */
const SETTLED_MS = 100;
const MOST_CLOSED_PASSES = 10;
/** Pause between attempts to reach the directory while the outcome of a move is unknown, ms. */
const UNKNOWN_MS = 500;

const stopping = new WeakSet<Installation>();
/** The process stops: nothing is started again. */
export const noteStop = (installation: Installation): void => void stopping.add(installation);
export const isStopping = (installation: Installation): boolean => stopping.has(installation);

interface Run {
  readonly installation: Installation;
  readonly move: Move;
  readonly link: MoveLink;
  readonly files: FileSender;
  readonly media: SentMedia;
  /** Ends before the switch: the operator cancelled the move, or the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Moves a company to another cell (docs/rules/cells.md#move). Resolves when it is there, or open here again. When the process stops,
 * the next owner of this cell settles the move.
 */
export async function runMove(installation: Installation, move: Move, signal: AbortSignal): Promise<void> {
  const { dataDirectory } = installation;
  const link = linkTo(installation, move.toCell, move);
  const directory = companyDirectory(dataDirectory, move.companyId);
  const files = createFileSender(directory, link, signal);
  const run: Run = { installation, move, link, files, media: new Set(), signal };
  try {
    await copyOpen(run);
    await pause(run);
    await copyClosed(run);
  } catch (error) {
    await settle(installation, move, error);
    return;
  } finally {
    if (installation.system.$client.open) noteSent(installation.system, move.id, files.sent);
  }
  await switchOver(run);
}

async function copyOpen({ installation, move, link, files, media, signal }: Run): Promise<void> {
  const { cells, dataDirectory, system } = installation;
  const { companyId } = move;
  const directory = companyDirectory(dataDirectory, companyId);
  const begun = {
    fromCell: cells.own,
    migration: tenantMigrations.at(-1)?.name ?? "",
    bytes: statSync(join(directory, "company.sqlite")).size,
  };
  await link("begin", { body: () => JSON.stringify(begun) });
  advance(installation, move.id, "accepted");
  await sendMedia(installation, { companyId, link, sent: media, signal }, true);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const sent = await files.sendOpen();
    noteSent(system, move.id, files.sent);
    if (sent < SMALL_BYTES) break;
  }
  // WhatsApp is off from here on. What an attendant writes waits in the outbox, and what a customer writes on WhatsApp's side.
  await holdSessionsOf(installation, companyId).catch((error: unknown) => {
    throw new MoveRefused("sessions_open", { cause: error });
  });
  await sendMedia(installation, { companyId, link, sent: media, signal }, false);
  await files.sendOpen();
  // What was folded into a database meanwhile is read again now, and not while the company is closed.
  for (let pass = 1; pass < MOST_PASSES && files.haveChanged(); pass += 1) {
    await Bun.sleep(SETTLED_MS);
    await files.sendOpen();
  }
  signal.throwIfAborted();
}

/** Closes all doors of the company in one turn of the event loop; nothing is written to it from then on. */
async function pause({ installation, move, files }: Run): Promise<void> {
  const { tenants, ports, durability, cells, system } = installation;
  const { companyId } = move;
  ports.use(RealtimePort).closeGroup(companyId);
  tenants.pause(companyId);
  files.noteClosed();
  advance(installation, move.id, "paused");
  guardOf(installation).hold(companyId);
  await durability.durable();
  if (!(await cells.moves?.claim(companyId, move.move))) throw new MoveRefused("failed");
  const directory = companyDirectory(installation.dataDirectory, companyId);
  const until = performance.now() + TAILS_MS;
  while (hasTails(directory) && performance.now() < until) {
    await Bun.sleep(10);
    await durability.durable();
  }
  if (system.$client.open) files.closeFiles();
}

async function copyClosed({ installation, move, link, files, media, signal }: Run): Promise<void> {
  const { durability } = installation;
  const { companyId } = move;
  await sendMedia(installation, { companyId, link, sent: media, signal }, false);
  let sent: readonly SentFile[] | null = null;
  for (let pass = 0; pass < MOST_CLOSED_PASSES && sent === null; pass += 1) sent = await files.sendClosed();
  if (sent === null) throw new MoveRefused("unstable");
  const body = JSON.stringify({ files: sent, rows: readRows(installation, companyId) });
  await link("import", { body: () => body });
  signal.throwIfAborted();
  advance(installation, move.id, "imported");
  // Only the owner of this cell gets past this: everything that was acknowledged here is in the copy.
  await durability.durable();
  signal.throwIfAborted();
}

async function switchOver({ installation, move, link, files }: Run): Promise<void> {
  files.closeFiles();
  const { cells } = installation;
  const isSwitched = await known(installation, () =>
    cells.moves?.complete(move.companyId, move.move, move.toCell),
  );
  if (isSwitched === undefined) return;
  if (!isSwitched) return settle(installation, move, new MoveRefused("interrupted"));
  advance(installation, move.id, "switched");
  await finish(installation, move, link);
}

/** The target opens the company now; without an answer it notices by itself within some seconds. */
async function finish(installation: Installation, move: Move, link: MoveLink): Promise<void> {
  await link("open").catch((error: unknown) =>
    installation.log.warn(
      { company: move.companyId, to: move.toCell, err: error },
      "the target of a move did not answer after the switch; it opens the company by itself",
    ),
  );
  await leave(installation, move);
}

/** Asks the directory until it answers; undefined when the process stops first. */
async function known<T>(
  installation: Installation,
  ask: () => Promise<T> | undefined,
): Promise<T | undefined> {
  for (;;) {
    if (!installation.system.$client.open) return undefined;
    try {
      return await ask();
    } catch (error) {
      installation.log.warn(
        { err: error },
        "the directory does not answer: a company that is being moved stays closed",
      );
      await Bun.sleep(UNKNOWN_MS);
    }
  }
}

/**
 * Ends a move that failed, or that another process began: the directory decides where the company is. `error`: why it failed.
 * Resolves when the company is open in one of the two cells; never throws.
 */
export async function settle(installation: Installation, move: Move, error: unknown): Promise<void> {
  const { system, tenants, cells, log } = installation;
  const { companyId, toCell } = move;
  const link = linkTo(installation, toCell, move);
  if (!system.$client.open) return;
  const state = lastMove(system, companyId)?.state;
  const recovery = state ? recoveryOf(state) : "none";
  if (recovery === "none") return;
  if (recovery === "close") return finish(installation, move, link);
  const cell =
    recovery === "settle" ? await known(installation, () => cells.moves?.settle(companyId)) : cells.own;
  if (cell === undefined || !system.$client.open) return;
  if (cell !== cells.own) {
    advance(installation, move.id, "switched");
    return finish(installation, move, link);
  }
  const reason = reasonOf(error);
  advance(installation, move.id, "failed", reason);
  guardOf(installation).release(companyId);
  tenants.unpause(companyId);
  log.warn(
    { company: companyId, to: toCell, reason, err: error },
    "a company was not moved; it is open here again",
  );
  const wereHeld = resumeSessionsOf(installation, companyId);
  if ((wereHeld || recovery === "settle") && !isStopping(installation))
    startSessionsOf(tenants.open(companyId)).catch((failed: unknown) =>
      log.error(
        { company: companyId, err: failed },
        "the sessions of a company that was not moved did not start",
      ),
    );
  await link("abort").catch(() => undefined);
}
