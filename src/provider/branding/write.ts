import {
  type IncomingFile,
  makePng,
  mediaTooLarge,
  mediaTypeRefused,
  requireStorageFor,
  sniffFile,
  uploadStoreOf,
} from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import { sha256 } from "#platform/ids.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { companyBrandStore, ONLY_ROW, providerBrandStore, readBrandOf } from "./brand-store.ts";
import { broadcastToCompanies } from "./broadcasts.ts";
import { type BrandAnswer, type BrandBody, MAX_LOGO_BYTES } from "./contract.ts";
import { BrandChanged } from "./events.ts";
import { brand } from "./schema.ts";

/** `provider`: changed by super users; `company`: by its admins. The routes check the access. */
export type BrandOwner = "provider" | "company";

/** Longest side of the stored picture, pixels: sharp enough for the icon of an installed app. */
const EDGE = 512;
const LIMITS = { maxFiles: 1, maxFileBytes: MAX_LOGO_BYTES, maxFields: 4, maxFieldBytes: 1000 };
/** Detected by the bytes, never by the name. SVG can run code and is rejected. */
const TYPES: ReadonlySet<string> = new Set(["image/png", "image/webp", "image/jpeg"]);

/** Returns the stored name, colour and logo; "" and null where none is set. */
export const readBrand = ({ tenant }: UserCtx, whose: BrandOwner): BrandAnswer =>
  readBrandOf(whose === "provider" ? providerBrandStore(tenant.installation) : companyBrandStore(tenant));

/** Changes name and colour of the brand; "" restores the inherited value. Open pages are updated. */
export function changeBrand(ctx: UserCtx, whose: BrandOwner, { name, color }: BrandBody): BrandAnswer {
  return store(ctx, whose, { name, color });
}

/**
 * Stores the logo (multipart `file`: PNG, WebP or JPEG, at most 2 MB), re-encoded as PNG, so that no other data of the
 * file is stored. Throws 400 ERR_VALIDATION (no file), 409 ERR_MEDIA_QUOTA, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE,
 * 507 ERR_STORAGE_FULL.
 */
export async function putLogo(ctx: UserCtx, whose: BrandOwner, request: Request): Promise<BrandAnswer> {
  const uploads = uploadStoreOf(ctx.tenant);
  const { files } = await readUpload<IncomingFile>(request, LIMITS, uploads);
  try {
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    if (received.file.size > MAX_LOGO_BYTES) throw mediaTooLarge();
    const { mimeType } = await sniffFile(received.file.path, received.fileName);
    const picture = TYPES.has(mimeType) ? await makePng(received.file.path, EDGE) : null;
    if (!picture) throw mediaTypeRefused();
    requireStorageFor(ctx.tenant, picture.length);
    return store(ctx, whose, { logo: Buffer.from(picture), logoHash: sha256(picture).slice(0, 32) });
  } finally {
    for (const { file } of files) await uploads.discard(file);
  }
}

/** Removes the logo; the inherited one is shown again. */
export const removeLogo = (ctx: UserCtx, whose: BrandOwner): BrandAnswer =>
  store(ctx, whose, { logo: null, logoHash: null });

function store(ctx: UserCtx, whose: BrandOwner, change: Partial<typeof brand.$inferInsert>): BrandAnswer {
  const { tenant } = ctx;
  const { installation } = tenant;
  const update = (db: Db, updatedAt: number) =>
    db
      .update(brand)
      .set({ ...change, updatedAt })
      .where(ONLY_ROW)
      .run();
  if (whose === "provider") {
    tenant.writeSystem(() => update(installation.system, installation.clock.now()));
    broadcastToCompanies(installation);
  } else
    tenant.write((unit) => {
      update(unit.db, unit.now);
      unit.emit(BrandChanged, {});
    });
  return readBrand(ctx, whose);
}
