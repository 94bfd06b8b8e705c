import {
  type IncomingFile,
  makePng,
  mediaTooLarge,
  mediaTypeRefused,
  sniffFile,
  uploadsOf,
} from "#media/index.ts";
import { run } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/upload.ts";
import { sha256 } from "#platform/ids.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type BrandAnswer, type BrandBody, MAX_LOGO_BYTES } from "./contract.ts";
import { brandOf } from "./read.ts";

const UPSERT = `INSERT INTO brand (id, name, color, updated_at) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, color = excluded.color, updated_at = excluded.updated_at`;
const UPSERT_LOGO = `INSERT INTO brand (id, logo, logo_hash, updated_at) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET logo = excluded.logo, logo_hash = excluded.logo_hash, updated_at = excluded.updated_at`;

/** Longest side of the kept picture, pixels: sharp as the icon of an installed app. */
const EDGE = 512;
const LIMITS = { maxFiles: 1, maxFileBytes: MAX_LOGO_BYTES, maxFields: 4, maxFieldBytes: 1000 };
/** By the bytes, never by the name; SVG is a page that runs code, and refused. */
const TYPES: ReadonlySet<string> = new Set(["image/png", "image/webp", "image/jpeg"]);

/** Name and colour of the brand; "" gives back the product's own. For super users (the route says so). */
export function changeBrand({ tenant: { installation } }: UserCtx, { name, color }: BrandBody): BrandAnswer {
  run(installation.system, UPSERT, name, color, installation.clock.now());
  return brandOf(installation);
}

/**
 * The logo (multipart `file`: PNG, WebP or JPEG, at most 2 MB), kept as a PNG made anew, so that nothing else of the
 * file goes on. Throws 400 ERR_VALIDATION (no file), 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function putLogo({ tenant }: UserCtx, request: Request): Promise<BrandAnswer> {
  const { installation } = tenant;
  const store = uploadsOf(tenant);
  const { files } = await readUpload<IncomingFile>(request, LIMITS, store);
  try {
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    if (received.file.size > MAX_LOGO_BYTES) throw mediaTooLarge();
    const { mimeType } = await sniffFile(received.file.path, received.fileName);
    const picture = TYPES.has(mimeType) ? await makePng(received.file.path, EDGE) : null;
    if (!picture) throw mediaTypeRefused();
    const hash = sha256(picture).slice(0, 32);
    run(installation.system, UPSERT_LOGO, picture, hash, installation.clock.now());
    return brandOf(installation);
  } finally {
    for (const { file } of files) await store.discard(file);
  }
}

/** Back to the product's own sign. */
export function removeLogo({ tenant: { installation } }: UserCtx): BrandAnswer {
  run(installation.system, UPSERT_LOGO, null, null, installation.clock.now());
  return brandOf(installation);
}
