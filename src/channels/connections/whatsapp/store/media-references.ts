import { prepared, type Sqlite } from "#platform/db/open.ts";
import { decodeValue, encodeValue } from "./codec.ts";

/** Data needed to download a file and to verify it. */
export interface MediaReference {
  /** The network's name of the media kind; the key derivation depends on it. */
  readonly type: "image" | "video" | "audio" | "document" | "sticker" | "md-msg-hist";
  readonly url: string | null;
  readonly directPath: string | null;
  readonly mediaKey: Uint8Array;
  readonly fileSha256: Uint8Array | null;
  readonly fileEncSha256: Uint8Array | null;
  readonly mimeType: string;
  readonly fileName: string | null;
  /** Key of the message, for requests to the phone to upload the file again. */
  readonly message: {
    readonly id: string;
    readonly chat: string;
    readonly participant: string | null;
    readonly fromMe: boolean;
  };
}

/** References of files, by handle, for a later download. */
export interface MediaReferences {
  find(handle: string): MediaReference | null;
  save(handle: string, reference: MediaReference, at: number): void;
  forget(handle: string): void;
  sweep(before: number): void;
}

export function createMediaReferences(db: Sqlite): MediaReferences {
  return {
    find(handle) {
      const row = prepared(db, "SELECT reference FROM media WHERE handle = ?").get(handle);
      return row ? (decodeValue("media", (row as { reference: Buffer }).reference) as MediaReference) : null;
    },
    save(handle, reference, at) {
      const bytes = encodeValue("media", reference);
      prepared(db, "INSERT OR REPLACE INTO media (handle, reference, at) VALUES (?, ?, ?)").run(
        handle,
        bytes,
        at,
      );
    },
    forget: (handle) => void prepared(db, "DELETE FROM media WHERE handle = ?").run(handle),
    sweep: (before) => void prepared(db, "DELETE FROM media WHERE at < ?").run(before),
  };
}
