import type { RemoteMedia } from "#platform/remote-media.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { companiesOf } from "./evict.ts";
import { storeMissing } from "./sweep.ts";

export interface StoredMedia {
  readonly companyId: number;
  /** Files with a row. */
  readonly rows: number;
  readonly uploaded: number;
  /** Files that are neither on this machine nor in the media storage. */
  readonly missing: number;
}

/** Uploads the media of all companies to the media storage; can be repeated, and uploads only what is missing there. */
export async function storeAllMedia(
  { tenants, dataDirectory }: Installation,
  media: RemoteMedia,
  onCompany: (stored: StoredMedia) => void,
): Promise<void> {
  for (const id of await companiesOf(dataDirectory))
    if (tenants.exists(id)) onCompany(await storeCompanyMedia(tenants.open(id), media));
  media.allStored();
}

/** Uploads the media of a company that an import has created. When that fails, the nightly job repeats it. */
export async function storePlacedMedia(tenant: Tenant, media: RemoteMedia): Promise<void> {
  try {
    await storeCompanyMedia(tenant, media);
  } catch (error) {
    tenant.log.error(
      { err: error, place: media.place },
      "media of an imported company not uploaded to the media storage; the nightly job repeats it",
    );
  }
}

/** Uploads the media of one company to the media storage. */
async function storeCompanyMedia(tenant: Tenant, media: RemoteMedia): Promise<StoredMedia> {
  const release = tenant.keepOpen();
  try {
    const listed = new Set<string>();
    for await (const { name } of media.list(tenant.id)) listed.add(name);
    const { rows, uploaded, missing } = await storeMissing(tenant, media, listed);
    return { companyId: tenant.id, rows, uploaded, missing };
  } finally {
    release();
  }
}
