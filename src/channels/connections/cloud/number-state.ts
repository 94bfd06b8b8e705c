import { eq } from "drizzle-orm";
import { presentHistory } from "#channels/connections/coexistence/progress.ts";
import type { NumberStateAnswer } from "#channels/connections/contract.ts";
import { notSupported } from "#channels/connections/errors.ts";
import { NumberStateChanged } from "#channels/connections/events.ts";
import { metaAccountOf, tokenOf } from "#channels/connections/meta/accounts.ts";
import { createGraph, type GraphAnswer, GraphError } from "#channels/connections/meta/graph.ts";
import { listOf, numberOf, partOf, textOf } from "#channels/connections/meta/parts.ts";
import { TemplateRecipientsPort } from "#channels/connections/provider-port.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { type NumberHealth, type NumberStateRow, numberState } from "#channels/connections/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./number-state.sql.ts";

/** Scheduled wake-up of companies with official numbers. */
const STATES_DUE = "number-states";
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FIELDS =
  "quality_rating,verified_name,name_status,whatsapp_business_manager_messaging_limit,messaging_limit_tier,health_status";

/** Recipients of 24 h for each of Meta's tiers. */
const LIMITS: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
};

/** `GET /whatsapp/{id}/state`, admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED (not an official number). */
export function numberStateOf({ tenant }: UserCtx, connectionId: number): NumberStateAnswer {
  const { db } = tenant;
  if (requireConnection(db, connectionId).provider !== "cloud") throw notSupported();
  const row = storedState(db, connectionId);
  return {
    quality: row?.quality ?? null,
    limit: row?.messagingLimit ?? null,
    isUnlimited: row?.isUnlimited ?? false,
    used24h: usedIn24h(tenant),
    name: row?.verifiedName ?? "",
    nameState: row?.nameState ?? "",
    health: { canSend: row?.health.canSend ?? null, problems: [...(row?.health.problems ?? [])] },
    readAt: row ? new Date(row.readAt).toISOString() : null,
    history: presentHistory(db, connectionId),
  };
}

const storedState = (db: Db, connectionId: number): NumberStateRow | undefined =>
  db.select().from(numberState).where(eq(numberState.connectionId, connectionId)).get();

/** How many recipients outside answer windows a number may still reach today; null = unlimited or unknown. */
export function recipientsLeft(tenant: Tenant, connectionId: number): number | null {
  const limit = storedState(tenant.db, connectionId)?.messagingLimit ?? null;
  return limit === null ? null : Math.max(0, limit - usedIn24h(tenant));
}

/** Recipients of templates of the last 24 h, of all official numbers of the company: the limit is the portfolio's. */
const usedIn24h = (tenant: Tenant): number =>
  tenant.installation.ports.use(TemplateRecipientsPort)(tenant, tenant.clock.now() - DAY_MS);

/** Reads the state of a number from Meta. Throws GraphError. */
async function readNumberState(tenant: Tenant, connectionId: number): Promise<void> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (account?.kind !== "phone" || token === null) return;
  const answer = await createGraph(tenant.installation).call({
    method: "GET",
    path: account.externalId,
    token,
    query: { fields: FIELDS },
  });
  const used24h = usedIn24h(tenant);
  tenant.write((unit) => save(unit, { ...stateOf(answer), connectionId, used24h, readAt: unit.now }));
}

/** Recipients of 24 h that Meta allows, as a number or the name of a tier; `Infinity` = unlimited. Pure. */
export function limitOf(tier: unknown): number | undefined {
  const name = textOf(tier);
  if (tier === -1 || name === "TIER_UNLIMITED" || name === "UNLIMITED") return Number.POSITIVE_INFINITY;
  return numberOf(tier) ?? LIMITS[name];
}

/** The limit of recipients as last read; null = unlimited or unknown. */
export const knownLimit = (db: Db, connectionId: number): number | null =>
  storedState(db, connectionId)?.messagingLimit ?? null;

/** Meta's answer as a row. Pure. */
export function stateOf(answer: GraphAnswer): Omit<NumberStateRow, "connectionId" | "used24h" | "readAt"> {
  const tier = answer["whatsapp_business_manager_messaging_limit"] ?? answer["messaging_limit_tier"];
  const limit = limitOf(tier);
  const isUnlimited = limit === Number.POSITIVE_INFINITY;
  return {
    quality: textOf(answer["quality_rating"]) || "UNKNOWN",
    messagingLimit: isUnlimited ? null : (limit ?? null),
    isUnlimited,
    verifiedName: textOf(answer["verified_name"]),
    nameState: textOf(answer["name_status"]),
    health: healthOf(partOf(answer["health_status"])),
  };
}

function healthOf(status: Readonly<Record<string, unknown>>): NumberHealth {
  const canSend = textOf(status["can_send_message"]);
  const problems = listOf(status["entities"])
    .flatMap(({ errors }) => listOf(errors))
    .map((error) => textOf(error["error_description"]).slice(0, 300))
    .filter((text) => text !== "");
  return {
    ...(canSend !== "" && { canSend }),
    ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
  };
}

function save(unit: TenantUnit, row: NumberStateRow): void {
  const before = storedState(unit.db, row.connectionId);
  const { connectionId, ...rest } = row;
  unit.db
    .insert(numberState)
    .values(row)
    .onConflictDoUpdate({ target: numberState.connectionId, set: rest })
    .run();
  const isSame =
    before !== undefined &&
    before.quality === row.quality &&
    before.messagingLimit === row.messagingLimit &&
    before.nameState === row.nameState &&
    before.health.canSend === row.health.canSend;
  if (isSame) return;
  const { quality, messagingLimit: limit, isUnlimited, nameState, health } = row;
  unit.emit(NumberStateChanged, {
    ...{ connectionId, quality, limit, isUnlimited, nameState, canSend: health.canSend ?? null },
  });
}

/** Schedules a read at once: a number was connected, or Meta reported a change. */
export const scheduleStateRead = (unit: TenantUnit): void => unit.scheduleWake(STATES_DUE, unit.now);

/** Reads, every hour, the state of every connected official number. */
export const readDueStates = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: STATES_DUE,
    whileHeld: true,
    failure: "states of official numbers not read from Meta; retrying",
    async run(tenant) {
      const ids = queryAll(tenant.db, sql.officialNumbers);
      for (const { id } of ids)
        await readNumberState(tenant, id).catch((error: unknown) => {
          if (!(error instanceof GraphError)) throw error;
          tenant.log.warn(
            { connection: id, err: error },
            "state of an official number not read from Meta; retried in an hour",
          );
        });
      return ids.length > 0 ? tenant.clock.now() + HOUR_MS : null;
    },
  });
