import { bearerOf, createGuard, ownerOfBearer } from "#accounts/auth/index.ts";
import { bringMedia } from "#channels/media/remote/bring.ts";
import { mediaFileById, mediaStoreOf } from "#channels/media/storage/files.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { mayReadMedia } from "./readers.ts";
import { serveFile } from "./serve.ts";
import { parseMediaPath, verifyMediaUrl } from "./signed-urls.ts";

/** Checked by the guard like a route for signed-in users. */
const SIGNED_IN = { access: "user" } as AppRoute;

const guards = new WeakMap<Installation, ReturnType<typeof createGuard>>();

function guardOf(installation: Installation) {
  let guard = guards.get(installation);
  if (!guard) {
    guard = createGuard(installation);
    guards.set(installation, guard);
  }
  return guard;
}

/**
 * Throws 404 ERR_NOT_FOUND: the same answer for a foreign, missing or forbidden file, and for every file of a
 * disabled company. A company past its due date still serves the files it has sent.
 */
function authorize(installation: Installation, request: Request): { tenant: Tenant; fileId: number } {
  const { pathname } = new URL(request.url);
  const named = parseMediaPath(pathname);
  if (!named) throw notFound();
  const { companyId, fileId } = named;
  if (verifyMediaUrl(installation.secrets, request.url, installation.clock.now())) {
    if (!installation.tenants.exists(companyId)) throw notFound();
    const tenant = installation.tenants.open(companyId);
    if (!tenant.company.active) throw notFound();
    return { tenant, fileId };
  }
  if (bearerOf(request) === undefined) throw notFound();
  const { user } = guardOf(installation)(SIGNED_IN, request);
  if (!user || user.tenant.id !== companyId) throw notFound();
  if (!mayReadMedia(user, fileId)) throw notFound();
  return { tenant: user.tenant, fileId };
}

/** `GET /media/{companyId}/{fileId}/{fileName}`: by signature, or by a bearer token with read right on the row. */
export const mediaMount: Mount = {
  prefix: "/media/",
  cell: {
    by: "company",
    of: ({ request, secrets, nowMs }) =>
      verifyMediaUrl(secrets, request.url, nowMs)?.companyId ?? ownerOfBearer(secrets, request, nowMs),
  },
  async handle(installation, request) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    const { tenant, fileId } = authorize(installation, request);
    const file = mediaFileById(tenant.db, fileId);
    if (file?.state !== "stored" || file.path === null) throw notFound();
    const arriving = bringMedia(tenant, file);
    if (arriving) await arriving;
    const answer = await serveFile(request, {
      path: mediaStoreOf(tenant).pathOf(file.path),
      mimeType: file.mimeType,
      fileName: file.name || "file",
      sha256: file.sha256 ?? "",
    });
    if (!answer) throw notFound();
    return answer;
  },
};
