import { findConnection, notSupported } from "#channels/connections/index.ts";
import {
  addMediaFile,
  audioTooShort,
  decideMedia,
  type ExaminedFile,
  examineFile,
  fileColumns,
  type IncomingFile,
  type MediaDriver,
  type MediaKind,
  type MediaStore,
  MIN_RECORDING_BYTES,
  mediaTooLarge,
  mediaTypeRefused,
  type StoredFile,
} from "#channels/media/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { AttachedFile, Writing } from "./write.ts";

/** An uploaded file that was checked and that the channel can send. */
export interface Accepted {
  readonly incoming: IncomingFile;
  readonly examined: ExaminedFile;
  readonly kind: MediaKind;
  readonly voice: boolean;
}

/** Recordings of the page's microphone: MP3, recognised by name (docs/rules/messages.md#media). */
const RECORDING = /^audio-record.*\.mp3$/i;

export function driverOf(
  tenant: Tenant,
  { channel, connectionId }: Pick<Ticket, "channel" | "connectionId">,
): MediaDriver {
  if (channel !== "whatsapp") return channel;
  const connection = findConnection(tenant.db, connectionId);
  if (!connection) throw notSupported();
  return connection.provider === "cloud" ? "cloud" : "whatsapp";
}

/**
 * Detects the type of a file from its bytes, and the kind of message in which the channel sends it. `marked`: true when the form
 * declares it a voice note. Throws 400 ERR_AUDIO_TOO_SHORT, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function acceptFile(
  driver: MediaDriver,
  incoming: IncomingFile,
  fileName: string,
  marked: boolean,
): Promise<Accepted> {
  const examined = await examineFile(incoming.path, fileName);
  const voice = examined.kind === "audio" && (marked || RECORDING.test(fileName));
  if (voice && incoming.size < MIN_RECORDING_BYTES) throw audioTooShort();
  const decision = decideMedia(driver, examined, incoming.size);
  if ("refused" in decision)
    throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
  return { incoming, examined, kind: decision.as, voice: voice && decision.as === "audio" };
}

/** Moves an accepted file into the company's media; returns the fields that `writeMessage` needs. */
export async function keepFile(
  tenant: Tenant,
  store: Pick<MediaStore, "adopt">,
  accepted: Accepted,
): Promise<{ stored: StoredFile; file: NonNullable<Writing["file"]> }> {
  const { incoming, examined } = accepted;
  const stored = await store.adopt(incoming, examined.extension, tenant.clock.now());
  return {
    stored,
    file: { sha256: stored.sha256, attach: (unit) => attach(unit, stored, accepted) },
  };
}

function attach(unit: TenantUnit, stored: StoredFile, { examined, kind, voice }: Accepted): AttachedFile {
  const id = addMediaFile(unit, fileColumns(stored, examined));
  return { id, sha256: stored.sha256, name: examined.fileName, kind, voice };
}
