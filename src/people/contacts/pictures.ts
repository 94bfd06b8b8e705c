import { execute } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { ContactUpdated } from "./events.ts";
import { contactById } from "./read.ts";

/** Returns the signed URL of a stored file; implemented by the media feature. */
export type FileAddress = (tenant: Tenant, fileId: number, fileName: string) => string;
export const FileAddressPort = definePort<FileAddress>("file-address");

/** URLs change once a day, and lists show the same pictures all the time. In ms. */
const CACHE_MS = 60_000;
const MAX_CACHED = 20_000;

/** The URL of a contact's picture, null without one. The caller has checked that the contact is visible. */
export function pictureUrl(tenant: Tenant, pictureId: number | null, name: string | null): string | null {
  if (pictureId === null) return null;
  const now = tenant.clock.now();
  const known = tenant.cached("contact-pictures", () => ({ at: now, urls: new Map<number, string>() }));
  if (now - known.at >= CACHE_MS || known.urls.size > MAX_CACHED) {
    known.at = now;
    known.urls.clear();
  }
  let url = known.urls.get(pictureId);
  if (url === undefined) {
    url = tenant.installation.ports.use(FileAddressPort)(tenant, pictureId, name || "foto.jpg");
    known.urls.set(pictureId, url);
  }
  return url;
}

/**
 * Stores the result of `contact.picture_wanted`: the file of the new picture, or null when there is none.
 * Returns the file that is no longer used. Does nothing when the contact was deleted.
 */
export function storePicture(unit: TenantUnit, contactId: number, fileId: number | null): number | null {
  const before = contactById(unit.db, contactId);
  if (!before) return fileId;
  execute(unit.db, sql.setPicture, { fileId, now: unit.now, contactId });
  if (before.pictureId === fileId) return null;
  unit.emit(ContactUpdated, { contactId });
  return before.pictureId;
}
