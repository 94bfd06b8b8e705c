import { run } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { ContactUpdated } from "./events.ts";
import { contactById } from "./read.ts";

/** Makes the signed address of a stored file; plugged in by the media. */
export type FileAddress = (tenant: Tenant, fileId: number, fileName: string) => string;
export const FileAddressPort = definePort<FileAddress>("file-address");

/** Addresses change once a day; lists show the same faces all the time. */
const KEPT_MS = 60_000;
const MAX_KEPT = 20_000;

/** The address of a contact's picture, null without one. For whoever may see the contact. */
export function pictureUrl(tenant: Tenant, pictureId: number | null, name: string | null): string | null {
  if (pictureId === null) return null;
  const now = tenant.clock.now();
  const known = tenant.cached("contact-pictures", () => ({ at: now, urls: new Map<number, string>() }));
  if (now - known.at >= KEPT_MS || known.urls.size > MAX_KEPT) {
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
 * Stores what `contact.picture_wanted` asked for: the file of the new picture, or null when there is none. Answers
 * the file that is not needed any more. Does nothing when the contact is gone.
 */
export function keepPicture(unit: TenantUnit, contactId: number, fileId: number | null): number | null {
  const before = contactById(unit.db, contactId);
  if (!before) return fileId;
  run(
    unit.db,
    "UPDATE contact SET picture_id = ?, picture_checked_at = ? WHERE id = ?",
    fileId,
    unit.now,
    contactId,
  );
  if (before.pictureId === fileId) return null;
  unit.emit(ContactUpdated, { contactId });
  return before.pictureId;
}
