import { makeZip } from "client-zip";
import { ContactExporting, type ExportedPart } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/identities/identity.ts";
import { canExport } from "#people/contacts/policy.ts";
import { presentContact } from "#people/contacts/queries.ts";
import { visibleContact } from "#people/contacts/read.ts";
import { everyValueOf } from "#people/fields/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { download } from "#platform/http/download.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./exports.sql.ts";

/**
 * `GET /contacts/{id}/export`: admins; a ZIP with all stored data of one person as JSON, and their files
 * (docs/rules/contacts.md#deletion). Streamed. Throws 404 ERR_NO_CONTACT_FOUND, 403 ERR_NO_PERMISSION.
 */
export function exportPerson(ctx: UserCtx, id: number): Response {
  const { tenant, actor } = ctx;
  const contact = visibleContact(tenant, id);
  if (!canExport(actor)) throw noPermission();
  const parts: ExportedPart[] = [];
  tenant.write((unit) => unit.emit(ContactExporting, { contact, add: (part) => void parts.push(part) }));
  return download(
    { fileName: `contato-${id}.zip`, mimeType: "application/zip" },
    tenant,
    zipped(tenant, id, parts),
    tenant.keepOpen(),
  );
}

async function* zipped(tenant: Tenant, id: number, parts: readonly ExportedPart[]) {
  yield* makeZip(entries(tenant, id, parts));
}

async function* entries(tenant: Tenant, id: number, parts: readonly ExportedPart[]) {
  const lastModified = new Date(tenant.clock.now());
  yield { name: "contato.json", lastModified, input: JSON.stringify(aboutContact(tenant, id), null, 2) };
  for (const part of parts)
    if ("rows" in part) yield { name: part.name, lastModified, input: asJson(part.rows()) };
    else
      for await (const { name, path, bring } of part.files()) {
        const arriving = bring?.();
        if (arriving) await arriving;
        const file = Bun.file(path);
        // A file that was deleted in the meantime is left out of the archive.
        if (await file.exists()) yield { name, lastModified, input: file.stream() };
      }
}

function aboutContact(tenant: Tenant, id: number) {
  const { db } = tenant;
  return {
    contact: presentContact(tenant, id),
    fields: everyValueOf(tenant, "contact", id),
    phone: visibleContact(tenant, id).number,
    identities: identitiesOf(db, id).map(({ kind, scope, value, address, formerAt }) => ({
      ...{ kind, scope, value, address },
      formerAt: formerAt === null ? null : new Date(formerAt).toISOString(),
    })),
    groups: queryAll(db, sql.groupsOfContact, { id }).map(({ name }) => name),
  };
}

async function* asJson(rows: Iterable<unknown>) {
  const encoder = new TextEncoder();
  let before = "[\n";
  for (const row of rows) {
    yield encoder.encode(before + JSON.stringify(row));
    before = ",\n";
  }
  yield encoder.encode(before === "[\n" ? "[]\n" : "\n]\n");
}
