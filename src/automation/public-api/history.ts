import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { SentLine, SentListQuery } from "./contract.ts";
import * as sql from "./history.sql.ts";

const PAGE = 30;

/** Messages sent through the API, newest first; `before` = the id of the last row shown. */
export function sentThroughApi(
  tenant: Tenant,
  { before = Number.MAX_SAFE_INTEGER, whatsappId }: SentListQuery,
): { readonly messages: readonly SentLine[]; readonly hasMore: boolean } {
  const rows =
    whatsappId === undefined
      ? queryAll(tenant.db, sql.ofCompany, { before, limit: PAGE + 1 })
      : queryAll(tenant.db, sql.ofConnection, { whatsappId, before, limit: PAGE + 1 });
  return { messages: rows.slice(0, PAGE).map(presentLine), hasMore: rows.length > PAGE };
}

const presentLine = ({
  contactId,
  contactName,
  contactNumber,
  createdAt,
  ...line
}: sql.SentRow): SentLine => ({
  ...line,
  contact: { id: contactId, name: contactName, number: contactNumber },
  createdAt: new Date(createdAt).toISOString(),
});
