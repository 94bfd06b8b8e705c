import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { getMediaKeys } from "@whiskeysockets/baileys";
import type { ReceivedFile } from "#channels/connections/provider.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import { decryptMedia } from "./decrypt.ts";
import { MEDIA_ORIGIN, type Transfer, TransferRefused } from "./transfer.ts";

/** Largest file that is downloaded (docs/rules/inbound.md#steps). */
const MAX_MEDIA_BYTES = 100 * 1024 * 1024;
const SEALING_BYTES = 32;
const OWN_HOST = "mmg.whatsapp.net";
/**
 * Hosts of WhatsApp's files. The sender chooses the address, and a request to another host could reach our own
 * network (SSRF).
 */
const HOSTS = /(^|\.)whatsapp\.net$/;

/**
 * The address of a file: its path on the host that the message names, else on WhatsApp's default host. `simulated`: the
 * network is the simulator, on any host. Throws an Error for an address outside WhatsApp.
 */
export function mediaUrl(
  { url, directPath }: Pick<MediaReference, "url" | "directPath">,
  simulated: boolean,
): string {
  const named = URL.parse(url ?? "");
  const isTheirs = named?.protocol === "https:" && (simulated || (!named.port && HOSTS.test(named.hostname)));
  if (directPath?.startsWith("/")) return `https://${isTheirs ? named.host : OWN_HOST}${directPath}`;
  if (isTheirs) return named.href;
  throw new Error("the file lies outside WhatsApp's network");
}

/** Yields the decrypted file; the pieces may be used only after the generator has ended without an error. */
async function* decrypted(
  reference: MediaReference,
  transfer: Transfer,
  signal: AbortSignal,
): AsyncGenerator<Buffer, string> {
  const { iv, cipherKey, macKey } = await getMediaKeys(reference.mediaKey, reference.type);
  if (!macKey) throw new Error("the media key gives no MAC key");
  const response = await transfer.fetch(mediaUrl(reference, transfer.simulated), {
    signal,
    headers: { Origin: MEDIA_ORIGIN },
  });
  if (!response.ok || !response.body) throw new TransferRefused(response.status);
  const decryption = decryptMedia({ iv, cipherKey, macKey }, reference);
  let received = 0;
  for await (const chunk of response.body) {
    received += chunk.length;
    if (received > MAX_MEDIA_BYTES + SEALING_BYTES) throw new Error("the file is above 100 MB");
    yield decryption.update(chunk);
  }
  const { rest, sha256 } = decryption.finish();
  yield rest;
  return sha256;
}

/**
 * Downloads, decrypts and authenticates a file, streaming it to `directory` under a name derived from `handle`: the same
 * message gives the same file, so a repeat after a crash leaves no second one. Throws TransferRefused, or an Error after
 * the time limit, above 100 MB, or when MAC or hash do not match.
 */
export async function downloadToFile(
  reference: MediaReference,
  handle: string,
  options: { readonly directory: string; readonly transfer: Transfer; readonly signal: AbortSignal },
): Promise<ReceivedFile> {
  await mkdir(options.directory, { recursive: true });
  const path = join(options.directory, `${handle}.${extensionOf(reference)}`);
  const part = `${path}.part`;
  const writer = Bun.file(part).writer();
  const pieces = decrypted(reference, options.transfer, options.signal);
  let size = 0;
  try {
    let piece = await pieces.next();
    for (; !piece.done; piece = await pieces.next()) {
      size += piece.value.length;
      writer.write(piece.value);
      await writer.flush();
    }
    await writer.end();
    await rename(part, path);
    return { state: "stored", path, size, sha256: piece.value };
  } catch (error) {
    // Closes the transfer also when writing to the disk failed.
    await pieces.return("").catch(() => {});
    await Promise.resolve(writer.end()).catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** Like `downloadToFile`, but returns the bytes; for history blobs. */
export async function downloadToMemory(
  reference: MediaReference,
  options: { readonly transfer: Transfer; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of decrypted(reference, options.transfer, options.signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const BY_TYPE: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/** A safe file extension for a received file; the sender's file name is never part of a path. */
function extensionOf(file: { readonly mimeType: string; readonly fileName: string | null }): string {
  const byType = BY_TYPE[file.mimeType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (byType) return byType;
  const written = /\.([a-z0-9]{1,8})$/i.exec(file.fileName ?? "")?.[1];
  return written?.toLowerCase() ?? "bin";
}
