import type { ConnectFacebookBody, ConnectionAnswer } from "#channels/connections/contract.ts";
import { pageInUse, providerRefused as refused } from "#channels/connections/errors.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { forAdmin, shownWith } from "#channels/connections/present.ts";
import { countConnections, isNameTaken, requireConnection } from "#channels/connections/queries.ts";
import { connection } from "#channels/connections/schema.ts";
import { SESSIONS_DUE } from "#channels/connections/sessions/boot.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";

import { planLimit } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import {
  accountClaim,
  belongsToOtherCompany,
  bindMetaAccount,
  findConnectionOfAccount,
  type NewMetaAccount,
} from "./accounts.ts";
import { createGraph, type Graph } from "./graph.ts";
import { longLived, withProviderErrors } from "./oauth.ts";
import { listOf, partOf, textOf } from "./parts.ts";

/** Webhook fields we subscribe to for a page (docs/rules/official-channels.md#connecting). */
const FIELDS =
  "messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions";
/** Maximum number of pages and accounts of one person. */
const MAX_PAGES = 200;

interface Found extends NewMetaAccount {
  readonly name: string;
}

/**
 * `POST /facebook`: connects the pages of a Facebook user and, with `addInstagram`, their Instagram accounts;
 * existing connections get the new token. For admins. Throws 400 ERR_PROVIDER_AUTH, 409 ERR_PAGE_IN_USE (another
 * company has one), 409 ERR_PLAN_LIMIT; then nothing is connected.
 */
export async function connectFacebook(
  { tenant }: UserCtx,
  body: ConnectFacebookBody,
): Promise<ConnectionAnswer[]> {
  const graph = createGraph(tenant.installation);
  const found = await withProviderErrors(async () => {
    const token = await longLived(tenant.installation, graph, { token: body.facebookUserToken });
    return accountsOf(graph, body.facebookUserId, token, body.addInstagram);
  });
  if (found.length === 0) throw refused("no pages");
  const claims = found.map((account) => accountClaim(account, account.name));
  const saved = await withReserved(tenant.installation, claims, tenant.id, (reserved) =>
    tenant.write((unit) => {
      // All or none: every account is checked before anything is written.
      for (const { kind, externalId, name } of found)
        if (belongsToOtherCompany(tenant, kind, externalId)) throw pageInUse(name);
      return found.map((account) => saveAccount(unit, reserved, account));
    }),
  );
  const ids = saved.map(({ id }) => id);
  await withProviderErrors(async () => {
    for (const { kind, externalId, token } of found)
      if (kind === "page")
        await graph.call({
          method: "POST",
          path: `${externalId}/subscribed_apps`,
          token,
          body: { subscribed_fields: FIELDS },
        });
  });
  await restartSessions(tenant, saved);
  return ids.map((id) => {
    const row = requireConnection(tenant.db, id);
    return forAdmin(row, shownWith(tenant, row));
  });
}

async function accountsOf(
  graph: Graph,
  userId: string,
  token: string,
  addInstagram: boolean,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after = "";
  do {
    const answer = await graph.call({
      method: "GET",
      path: `${encodeURIComponent(userId)}/accounts`,
      token,
      query: {
        fields: "id,name,access_token,instagram_business_account{id,username,name}",
        limit: "100",
        ...(after !== "" && { after }),
      },
    });
    for (const page of listOf(answer["data"])) {
      const id = textOf(page["id"]);
      const pageToken = textOf(page["access_token"]);
      if (id === "" || pageToken === "") continue;
      found.push({
        kind: "page",
        externalId: id,
        parentId: null,
        token: pageToken,
        name: textOf(page["name"]) || id,
      });
      const instagram = partOf(page["instagram_business_account"]);
      const accountId = textOf(instagram["id"]);
      if (addInstagram && accountId !== "")
        found.push({
          kind: "instagram",
          externalId: accountId,
          parentId: id,
          token: pageToken,
          name: `Insta ${textOf(instagram["username"]) || accountId}`,
        });
    }
    const paging = partOf(answer["paging"]);
    after = paging["next"] ? textOf(partOf(paging["cursors"])["after"]) : "";
  } while (after !== "" && found.length < MAX_PAGES);
  return found;
}

interface SavedConnection {
  readonly id: number;
  readonly created: boolean;
}

/** Binds an account to its connection, and creates the connection when there is none. */
function saveAccount(unit: TenantUnit, reserved: Reserved, account: Found): SavedConnection {
  const known = findConnectionOfAccount(unit.db, account.kind, account.externalId);
  const id = known ?? addConnection(unit, account);
  bindMetaAccount(unit, reserved, id, account);
  unit.scheduleWake(SESSIONS_DUE, unit.now);
  unit.emit(ConnectionSaved, { connectionId: id, created: known === undefined });
  return { id, created: known === undefined };
}

function addConnection(unit: TenantUnit, { kind, name }: Found): number {
  const used = countConnections(unit.db);
  const limit = unit.tenant.company.plan.connections;
  if (used >= limit) throw planLimit("connections", limit, used);
  return unit.db
    .insert(connection)
    .values({
      name: freeName(unit, name),
      channel: kind === "page" ? "facebook" : "instagram",
      isDefault: used === 0,
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .returning({ id: connection.id })
    .get().id;
}

/** Pages may share a name, connections may not: appends a number. At most 50 characters. */
function freeName(unit: TenantUnit, name: string): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : ` ${count}`;
    const wanted = `${[...name].slice(0, 50 - suffix.length).join("")}${suffix}`;
    if (!isNameTaken(unit.db, wanted)) return wanted;
  }
}

/** Restarts the sessions that waited for a token or used the old one. */
async function restartSessions(tenant: Tenant, saved: readonly SavedConnection[]): Promise<void> {
  const sessions = tenant.installation.ports.use(SessionsPort);
  for (const { id, created } of saved)
    await sessions.runExclusive(tenant.id, id, async () => {
      if (requireConnection(tenant.db, id).status === "CONNECTED") return;
      // The session of a new connection has already started.
      if (!created) (await sessions.getOrCreate(tenant, id)).begin();
      // The driver answers within a few turns of the event loop; wait for it, so that the response has the new
      // status.
      for (let turn = 0; turn < 10; turn++) {
        await yieldToEventLoop("server");
        if (requireConnection(tenant.db, id).status === "CONNECTED") return;
      }
    });
}
