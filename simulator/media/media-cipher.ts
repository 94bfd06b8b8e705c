import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { getMediaKeys } from "@whiskeysockets/baileys";

export type MediaType = "image" | "video" | "audio" | "document" | "sticker" | "md-msg-hist";

const MAC_BYTES = 10;

/** Keys and hashes of a file in its message, without the URL. */
export interface FileProof {
  readonly mediaKey: Uint8Array;
  readonly fileSha256: Uint8Array;
  readonly fileEncSha256: Uint8Array;
  readonly fileLength: number;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function mac(macKey: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): Buffer {
  return createHmac("sha256", macKey).update(iv).update(ciphertext).digest().subarray(0, MAC_BYTES);
}

/** Encrypts a file in WhatsApp's format: AES-CBC, then 10 bytes of MAC. */
export async function encryptMedia(
  plain: Uint8Array,
  type: MediaType,
): Promise<{ stored: Uint8Array; proof: FileProof }> {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = await mediaKeys(mediaKey, type);
  const cipher = createCipheriv("aes-256-cbc", cipherKey, iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  const stored = Buffer.concat([ciphertext, mac(macKey, iv, ciphertext)]);
  const proof = {
    mediaKey,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(stored),
    fileLength: plain.length,
  };
  return { stored, proof };
}

/** Decrypts a stored file; throws unless MAC and both hashes are right. */
export async function decryptMedia(stored: Uint8Array, type: MediaType, proof: FileProof): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await mediaKeys(proof.mediaKey, type);
  const ciphertext = stored.subarray(0, stored.length - MAC_BYTES);
  const isIntact =
    mac(macKey, iv, ciphertext).equals(stored.subarray(stored.length - MAC_BYTES)) &&
    sha256(stored).equals(proof.fileEncSha256);
  if (!isIntact) throw new Error("the file was changed on its way");
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  const plain = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (!sha256(plain).equals(proof.fileSha256)) throw new Error("the file is not the one the message names");
  return plain;
}

async function mediaKeys(mediaKey: Uint8Array, type: MediaType) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, type);
  if (!macKey) throw new Error("media keys without a MAC key");
  return { iv, cipherKey, macKey };
}
