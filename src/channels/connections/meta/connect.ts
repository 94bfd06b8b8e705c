import type { ConnectFacebookBody, ConnectionAnswer } from "#channels/connections/contract.ts";
import { pageInUse, providerRefused as refused } from "#channels/connections/errors.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { forAdmin } from "#channels/connections/present.ts";
import { countConnections, queuesOf, requireConnection } from "#channels/connections/queries.ts";
import { connection } from "#channels/connections/schema.ts";
import { SESSIONS_DUE } from "#channels/connections/sessions/boot.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { one } from "#platform/db/database.ts";
import { planLimit } from "#platform/errors.ts";
import { nextTurn } from "#platform/jobs/next-turn.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { bindMetaAccount, isElsewhere, type NewMetaAccount } from "./accounts.ts";
import { createGraph, type Graph } from "./graph.ts";
import { asking, longLived } from "./oauth.ts";
import { listOf, partOf, textOf } from "./parts.ts";

/** What the product wants to hear of a page (docs/rules/official-channels.md#connecting). */
const FIELDS =
  "messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions";
/** Pages of one person at most. */
const MAX_PAGES = 200;

interface Found extends NewMetaAccount {
  readonly name: string;
}

/**
 * `POST /facebook`: the pages of a Facebook user become connections, with `addInstagram` their Instagram accounts, too;
 * what is connected already gets a new token. For admins. Throws 400 ERR_PROVIDER_AUTH, 409 ERR_PAGE_IN_USE (another
 * company has it), 409 ERR_PLAN_LIMIT; then nothing is connected.
 */
export async function connectFacebook(
  { tenant }: UserCtx,
  body: ConnectFacebookBody,
): Promise<ConnectionAnswer[]> {
  const graph = createGraph(tenant.installation);
  const found = await asking(async () => {
    const token = await longLived(tenant.installation, graph, { token: body.facebookUserToken });
    return accountsOf(graph, body.facebookUserId, token, body.addInstagram);
  });
  if (found.length === 0) throw refused("no pages");
  const kept = tenant.write((unit) => {
    // All of them or none: nothing is written before everything is known to fit.
    for (const { kind, externalId, name } of found)
      if (isElsewhere(tenant, kind, externalId)) throw pageInUse(name);
    return found.map((account) => keep(unit, account));
  });
  const ids = kept.map(({ id }) => id);
  await asking(async () => {
    for (const { kind, externalId, token } of found)
      if (kind === "page")
        await graph.call({
          method: "POST",
          path: `${externalId}/subscribed_apps`,
          token,
          body: { subscribed_fields: FIELDS },
        });
  });
  await opened(tenant, kept);
  const queues = queuesOf(tenant.db, ids);
  return ids.map((id) => forAdmin(requireConnection(tenant.db, id), queues.get(id) ?? []));
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

const KNOWN = `SELECT a.connection_id AS id FROM meta_account a JOIN connection c ON c.id = a.connection_id
  WHERE a.kind = ? AND a.external_id = ? AND c.deleted_at IS NULL`;

interface Kept {
  readonly id: number;
  readonly created: boolean;
}

/** The connection of an account, made when there is none. */
function keep(unit: TenantUnit, account: Found): Kept {
  const known = one<{ id: number }>(unit.db, KNOWN, account.kind, account.externalId);
  const id = known?.id ?? add(unit, account);
  bindMetaAccount(unit, id, account);
  unit.due(SESSIONS_DUE, unit.now);
  unit.emit(ConnectionSaved, { connectionId: id, created: known === undefined });
  return { id, created: known === undefined };
}

function add(unit: TenantUnit, { kind, name }: Found): number {
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

/** Two pages may be called the same; connections may not. At most 50 characters. */
function freeName(unit: TenantUnit, name: string): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : ` ${count}`;
    const wanted = `${[...name].slice(0, 50 - suffix.length).join("")}${suffix}`;
    if (!one(unit.db, "SELECT 1 FROM connection WHERE name = ? AND deleted_at IS NULL", wanted))
      return wanted;
  }
}

/** The token is new: sessions that waited for one, or run on the old one, begin again. */
async function opened(tenant: Tenant, kept: readonly Kept[]): Promise<void> {
  const sessions = tenant.installation.ports.use(SessionsPort);
  for (const { id, created } of kept)
    await sessions.inTurn(tenant.id, id, async () => {
      if (requireConnection(tenant.db, id).status === "CONNECTED") return;
      // A new one has begun by itself.
      if (!created) (await sessions.take(tenant, id)).begin();
      // What the driver is asked comes behind what it was asked before: one turn, and it has answered.
      for (let turn = 0; turn < 10; turn++) {
        await nextTurn("server");
        if (requireConnection(tenant.db, id).status === "CONNECTED") return;
      }
    });
}
