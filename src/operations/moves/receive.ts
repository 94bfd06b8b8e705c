import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { requireDisk } from "#channels/media/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { isPlainName } from "#operations/backups/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Arrival, arrivalOf, insertArrival, setReady, touchArrival } from "#tenants/moving/rows.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import { dropArrival, makeStaging, openArrived, placeFiles, stagingOf } from "./arrivals.ts";
import { BATCH_BYTES } from "./blocks.ts";
import { isMovedFile } from "./company-files.ts";
import { MOVES_PREFIX, type MoveKey, provenUrl, refusedStep } from "./link.ts";
import { type ReceivedFiles, receiveFiles } from "./received-files.ts";
import { canInsert, MovedRows } from "./system-rows.ts";

/** A request of the source, whose sender is proven. */
interface Received extends MoveKey {
  readonly installation: Installation;
  readonly request: Request;
  readonly query: URLSearchParams;
}

const Begin = v.object({ fromCell: v.number(), migration: v.string(), bytes: v.number() });
const Import = v.object({
  files: v.array(v.object({ path: v.string(), size: v.number(), root: v.string() })),
  rows: MovedRows,
});
/** A batch with the heads of its blocks. */
const MAX_BLOCKS_BYTES = 2 * BATCH_BYTES;

/**
 * Receives companies from other cells. Only owners of this installation can call it: the request came over a link and proves that
 * its sender has the installation key. Everything else gets 404.
 */
export const movesMount: Mount = {
  prefix: MOVES_PREFIX,
  cell: "any",
  async handle(installation: Installation, request: Request, caller: Caller) {
    const url = provenUrl(installation, request, caller);
    const step = url && STEPS[url.pathname.slice(MOVES_PREFIX.length)];
    if (!url || !step) throw notFound();
    const query = url.searchParams;
    const key = { companyId: Number(query.get("company")), move: query.get("move") ?? "" };
    return Response.json((await step({ ...key, installation, request, query })) ?? {});
  },
};

const STEPS: Readonly<Record<string, (received: Received) => Promise<unknown>>> = {
  begin,
  blocks,
  media,
  import: importCompany,
  async open({ installation, companyId, move }) {
    const arrival = arrivalOf(installation.system, companyId);
    if (arrival?.move === move) await openArrived(installation, arrival);
  },
  async abort({ installation, companyId, move }) {
    const arrival = arrivalOf(installation.system, companyId);
    if (arrival?.move === move) await dropArrival(installation, arrival);
    if (receiving.get(installation)?.get(companyId)?.move === move)
      receiving.get(installation)?.delete(companyId);
  },
};

async function begin({ installation, request, companyId, move }: Received): Promise<void> {
  const { system, tenants, log } = installation;
  const { fromCell, migration, bytes } = v.parse(Begin, await request.json());
  if (companyId === PROVIDER_ID) throw refusedStep("home_company");
  if (tenants.exists(companyId)) throw refusedStep("target_has_it");
  if (!tenantMigrations.some(({ name }) => name === migration)) throw refusedStep("target_older");
  requireDisk(installation, 2 * bytes);
  const before = arrivalOf(system, companyId);
  if (before?.move === move) return;
  if (before) await dropArrival(installation, before);
  if (tenants.exists(companyId) || arrivalOf(system, companyId)) throw refusedStep("target_has_it");
  makeStaging(installation, companyId);
  const files = receiveFiles(stagingOf(installation, companyId));
  receiving.set(installation, (receiving.get(installation) ?? new Map()).set(companyId, { move, files }));
  insertArrival(installation, { companyId, move, fromCell });
  log.info({ company: companyId, from: fromCell }, "a company is being moved to this cell");
}

/** What arrived in this process; a later one removes it at its start. */
const receiving = new WeakMap<
  Installation,
  Map<number, { readonly move: string; readonly files: ReceivedFiles }>
>();

/** Throws 404: this process does not know the move. */
function requireFiles({ installation, companyId, move }: Received): ReceivedFiles {
  const known = receiving.get(installation)?.get(companyId);
  if (known?.move !== move) throw notFound();
  return known.files;
}

/** The arrival that a request names. Throws 404: this process does not know it any more. */
function requireReceiving({ installation, companyId, move }: Received): Arrival {
  const arrival = arrivalOf(installation.system, companyId);
  if (arrival?.move !== move || arrival.state !== "receiving") throw notFound();
  return arrival;
}

async function blocks(received: Received): Promise<void> {
  const { installation, request, query, companyId } = received;
  const name = query.get("file") ?? "";
  if (!isMovedFile(name)) throw notFound();
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BLOCKS_BYTES) throw refusedStep("failed");
  const packed = new Uint8Array(await request.arrayBuffer());
  requireDisk(installation, packed.length);
  // Checked behind the body: the move may have ended meanwhile.
  requireReceiving(received);
  await requireFiles(received).write(name, packed);
  touchArrival(installation, companyId);
}

/** A medium; it is in the storage of media before the company is here. */
async function media(received: Received): Promise<void> {
  const { installation, request, query, companyId } = received;
  const [name, size] = [query.get("file") ?? "", Number(query.get("size"))];
  if (!isPlainName(name)) throw notFound();
  requireReceiving(received);
  requireDisk(installation, size);
  const path = join(stagingOf(installation, companyId), "media", name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const sha256 = new Bun.CryptoHasher("sha256");
  const file = await open(`${path}.part`, "w", 0o600);
  let arrived = 0;
  try {
    for await (const bytes of request.body ?? []) {
      sha256.update(bytes);
      arrived += bytes.length;
      await file.appendFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (arrived !== size) throw new AppError(503, "ERR_NOT_DURABLE");
  requireReceiving(received);
  await rename(`${path}.part`, path);
  if (installation.media) await installation.media.upload(companyId, sha256.digest("hex"), path);
  touchArrival(installation, companyId);
}

/** The company is complete and will not change any more: its files enter the log of this cell. */
async function importCompany(received: Received): Promise<void> {
  const { installation, request, companyId, move } = received;
  const { files, rows } = v.parse(Import, await request.json());
  const isReady = () => {
    const arrival = arrivalOf(installation.system, companyId);
    return arrival?.move === move && arrival.state === "ready";
  };
  if (!isReady()) {
    requireReceiving(received);
    if (!files.every(({ path }) => isMovedFile(path))) throw notFound();
    if (!(await requireFiles(received).complete(files))) throw refusedStep("failed");
    if (!canInsert(installation, rows)) throw refusedStep("target_conflict");
    requireReceiving(received);
    await placeFiles(installation, received);
  }
  // The log has the files. Another request of this move may have come first.
  if (!isReady()) {
    const arrival = requireReceiving(received);
    if (!canInsert(installation, rows)) throw refusedStep("target_conflict");
    setReady(installation, arrival, JSON.stringify(rows));
    receiving.get(installation)?.delete(companyId);
  }
  await installation.durability.durable();
}
