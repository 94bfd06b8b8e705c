import { join } from "node:path";
import { serveFile } from "#channels/media/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { Mount } from "#tenants/feature.ts";
import { PICTURE_PREFIX } from "./contract.ts";
import { PICTURE_NAME, pictureDirectory } from "./picture-store.ts";

/** Names are used once, so the content of a URL never changes. */
const CACHE = "public, max-age=31536000, immutable";

/**
 * `GET /public/announcements/{randomName}`: the random name gives access, without login
 * (docs/rules/general.md#media-addresses).
 */
export const pictureMount: Mount = {
  prefix: PICTURE_PREFIX,
  async handle(installation, request) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    const name = new URL(request.url).pathname.slice(PICTURE_PREFIX.length);
    if (!PICTURE_NAME.test(name)) throw notFound();
    const answer = await serveFile(request, {
      path: join(pictureDirectory(installation), name),
      mimeType: name.endsWith(".png") ? "image/png" : "image/jpeg",
      fileName: name,
      sha256: sha256(name),
    });
    if (!answer) throw notFound();
    answer.headers.set("cache-control", CACHE);
    return answer;
  },
};
