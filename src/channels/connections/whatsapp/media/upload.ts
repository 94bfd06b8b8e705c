import { MEDIA_PATH_MAP, type WAMediaUploadFunction, type WASocket } from "@whiskeysockets/baileys";
import { throughDoor } from "#platform/db/durability/doors.ts";
import { MEDIA_ORIGIN, type Transfer } from "./transfer.ts";

interface Uploaded {
  readonly url?: string;
  readonly direct_path?: string;
}

/**
 * Replaces Baileys' upload, so that the session's proxy is used and the file is streamed from disk. Tries one media host
 * after the other; rejects when none accepted the file.
 */
export function createUpload(sock: WASocket, transfer: Transfer, limit: number): WAMediaUploadFunction {
  return async (path, { mediaType, fileEncSha256B64 }) => {
    const { hosts, auth } = await sock.refreshMediaConn(false);
    const token = encodeURIComponent(Buffer.from(fileEncSha256B64, "base64").toString("base64url"));
    let trouble = "no media host is known";
    for (const { hostname } of hosts) {
      const query = `auth=${encodeURIComponent(auth)}&token=${token}`;
      const url = `https://${hostname}${MEDIA_PATH_MAP[mediaType]}/${token}?${query}`;
      try {
        const answer = await send(url, path, transfer, limit);
        if (answer.url || answer.direct_path)
          return { mediaUrl: answer.url ?? "", directPath: answer.direct_path ?? "" };
        trouble = `${hostname} gave no address`;
      } catch (error) {
        trouble = `${hostname}: ${(error as Error).message}`;
      }
    }
    await sock.refreshMediaConn(true);
    throw new Error(`upload failed: ${trouble}`);
  };
}

async function send(url: string, path: string, transfer: Transfer, limit: number): Promise<Uploaded> {
  const response = await throughDoor("files", () =>
    transfer.fetch(url, {
      method: "POST",
      body: Bun.file(path),
      headers: { "Content-Type": "application/octet-stream", Origin: MEDIA_ORIGIN },
      signal: AbortSignal.timeout(limit),
    }),
  );
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return (await response.json()) as Uploaded;
}
