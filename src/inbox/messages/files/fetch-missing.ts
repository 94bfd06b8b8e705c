import { ProviderPort, type ReceivedFile } from "#channels/connections/index.ts";
import {
  bringMedia,
  deleteIfUnreferenced,
  hasStorageFor,
  isMediaUnavailable,
  keepMedia,
  mediaFileById,
  postponeBlockedFiles,
  requireStorageFor,
  updateMediaFile,
  warnStorageFull,
} from "#channels/media/index.ts";
import { readableMessage } from "#inbox/messages/change/readable.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { downloadFailed, goneFromNetwork, noMessage } from "#inbox/messages/errors.ts";
import { announceUpdate, FileWanted } from "#inbox/messages/events.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { UNAVAILABLE } from "#inbox/messages/receive/content.ts";
import { MEDIA_DUE, NO_ROOM_RETRY_MS, storedPath } from "#inbox/messages/receive/file.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./fetch-missing.sql.ts";

/**
 * Pauses after the first failed attempt and the following ones, ms: five attempts within six hours
 * (docs/rules/inbound.md#steps).
 */
const PAUSES_MS = [5, 30, 90, 220].map((minutes) => minutes * 60_000);
/** Pause while the media storage does not respond, ms. */
const PAUSE_AWAY_MS = 60_000;
const GIVE_UP_MS = 6 * 60 * 60_000;
/** After this time a missing file is not fetched any more, ms: networks delete files after about two weeks. */
const FORGOTTEN_MS = 14 * 24 * 60 * 60_000;

/** Retries files that could not be fetched on arrival; after six hours they count as missing (docs/rules/jobs.md#periods). */
export const retryMedia = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: MEDIA_DUE,
    whileHeld: true,
    failure: "retry of missing files failed",
    async run(tenant) {
      for (const file of queryAll(tenant.db, sql.pending, { now: tenant.clock.now() }))
        await tryAgain(tenant, file);
      await fillNewRoom(tenant);
      return queryOne(tenant.db, sql.nextTry)?.at ?? null;
    },
  });

async function tryAgain(tenant: Tenant, file: sql.MissingFile): Promise<void> {
  const { now } = tenant.clock;
  try {
    if (file.online === 1 && (await fetchFile(tenant, file))) return;
  } catch (error) {
    if (!isMediaUnavailable(error)) throw error;
    // Not counted as an attempt, because only our media storage does not respond.
    tenant.write((unit) => updateMediaFile(unit, file.id, { nextTryAt: now() + PAUSE_AWAY_MS }));
    return;
  }
  tenant.write((unit) => {
    const attempts = file.attempts + file.online;
    const pause = file.online === 1 ? PAUSES_MS[attempts - 1] : PAUSES_MS[0];
    const giveUp = pause === undefined || now() - file.createdAt >= GIVE_UP_MS;
    updateMediaFile(unit, file.id, {
      attempts,
      state: giveUp ? "missing" : "pending",
      nextTryAt: giveUp ? null : now() + (pause ?? 0),
    });
    if (giveUp) announceUpdate(unit, file.messageId);
  });
}

/** Fetches files that arrived while the storage was full and that fit now; checks the remaining files again an hour later. */
async function fillNewRoom(tenant: Tenant): Promise<void> {
  const now = tenant.clock.now();
  for (const file of queryAll(tenant.db, sql.withoutRoom, { now })) {
    if (!hasStorageFor(tenant, file.size)) break;
    if (file.online === 1 && (await fetchFile(tenant, file))) continue;
    const isForgotten = now - file.createdAt >= FORGOTTEN_MS;
    tenant.write((unit) => {
      const attempts = file.attempts + file.online;
      const giveUp = isForgotten || attempts > PAUSES_MS.length;
      updateMediaFile(unit, file.id, {
        attempts,
        state: giveUp ? "missing" : "no_room",
        nextTryAt: giveUp ? null : now + NO_ROOM_RETRY_MS,
      });
      if (giveUp) announceUpdate(unit, file.messageId);
    });
  }
  postponeBlockedFiles(tenant.db, now + NO_ROOM_RETRY_MS, now);
}

/**
 * Immediately fetches a file that the network sends as a URL (docs/rules/official-channels.md#kinds); the job retries
 * failures.
 */
export function listenForWantedFiles({ bus }: Installation): void {
  bus.after(FileWanted, (tenant, { fileId }) => {
    const file = queryOne(tenant.db, sql.wanted, { fileId });
    if (!file) return;
    fetchFile(tenant, file).catch((error: unknown) =>
      tenant.log.warn(
        { file: fileId, err: error },
        "file of a message could not be fetched from the network; the job retries",
      ),
    );
  });
}

/** Returns true when the file is stored now. */
async function fetchFile(tenant: Tenant, file: sql.WantedFile): Promise<boolean> {
  const { id, messageId, connectionId, handle } = file;
  const provider = tenant.installation.ports.use(ProviderPort);
  const received = await provider.downloadMedia({ companyId: tenant.id, connectionId }, handle);
  if (!received) return false;
  try {
    const stored = keepMedia(tenant, received);
    if (stored) await stored;
    return tenant.write((unit) => settle(unit, id, messageId, received));
  } finally {
    await deleteIfUnreferenced(tenant, storedPath({ tenant }, received.path));
  }
}

/** Returns true when the message has the file now; false when the file row was erased or the storage is full. */
function settle(unit: TenantUnit, id: number, messageId: number, received: ReceivedFile): boolean {
  const { path, size, sha256, mimeType } = received;
  const file = mediaFileById(unit.db, id);
  if (!file) return false;
  // When two requests fetch the file at the same time, the first one stores it.
  if (file.state === "stored") return true;
  if (!hasStorageFor(unit.tenant, size)) return leaveOutside(unit, id, messageId, received);
  updateMediaFile(unit, id, {
    ...(mimeType !== undefined && { mimeType }),
    state: "stored",
    path: storedPath(unit, path),
    size,
    sha256,
    handle: null,
    nextTryAt: null,
  });
  execute(unit.db, sql.removePlaceholder, { now: unit.now, messageId, placeholder: UNAVAILABLE });
  announceUpdate(unit, messageId);
  return true;
}

/** The storage is full: the fetched file is deleted again and can be fetched later. */
function leaveOutside(unit: TenantUnit, id: number, messageId: number, { size }: ReceivedFile): false {
  const nextTryAt = unit.now + NO_ROOM_RETRY_MS;
  updateMediaFile(unit, id, { state: "no_room", size, nextTryAt });
  unit.scheduleWake(MEDIA_DUE, nextTryAt);
  warnStorageFull(unit);
  announceUpdate(unit, messageId);
  return false;
}

/**
 * `POST /messages/{id}/download`: fetches a missing file now, for users who may read the message. Throws 404
 * ERR_NO_MESSAGE_FOUND, 404 ERR_FETCH_WAPP_MSG (the network no longer has it), 409 ERR_MEDIA_QUOTA, 507
 * ERR_STORAGE_FULL, 502 ERR_WAPP_DOWNLOAD_MEDIA; for a stored file 404 ERR_MEDIA_MISSING, 503 ERR_MEDIA_UNAVAILABLE.
 */
export async function downloadNow(ctx: UserCtx, messageId: number): Promise<MessageAnswer> {
  const { tenant } = ctx;
  const message = readableMessage(ctx, messageId);
  const file = message.mediaId === null ? undefined : mediaFileById(tenant.db, message.mediaId);
  if (!file) throw noMessage();
  if (file.state !== "stored") {
    requireStorageFor(tenant, file.size);
    const { connectionId } = message;
    const fetched =
      file.handle !== null &&
      (await fetchFile(tenant, { id: file.id, messageId, connectionId, handle: file.handle }));
    if (!fetched) {
      const now = mediaFileById(tenant.db, file.id);
      if (now?.state === "no_room") requireStorageFor(tenant, now.size);
      const isForgotten = tenant.clock.now() - message.createdAt >= FORGOTTEN_MS;
      throw file.handle === null || isForgotten ? goneFromNetwork() : downloadFailed();
    }
  }
  // If the page could not open a stored file, it is fetched from the media storage; on failure the answer contains the reason.
  const arriving = file.state === "stored" ? bringMedia(tenant, file) : undefined;
  if (arriving) await arriving;
  const [answer] = presentMessages(tenant, [messageId]);
  if (!answer) throw noMessage();
  return answer;
}
