import {
  createGraph,
  findConnection,
  type GraphAnswer,
  GraphError,
  listOf,
  metaAccountOf,
  type Part,
  partOf,
  textOf,
  tokenOf,
} from "#channels/connections/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { type CloudPlace, noTemplates } from "./place.ts";

/** Name under which companies with templates stand in the list of due work. */
const TEMPLATES_DUE = "templates";
const HOUR_MS = 60 * 60_000;
/** When the network did not answer, it is asked again sooner. */
const AGAIN_MS = 60_000;
/** Pages of a hundred; more than any business account may have. */
const MAX_PAGES = 20;
const FIELDS = "id,name,language,status,category,components,rejected_reason";

const KEEP = `INSERT INTO message_template (connection_id, name, language, category, status, components, reason,
  provider_id, synced_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (connection_id, name, language)
  DO UPDATE SET category = ?4, status = ?5, components = ?6, reason = ?7, provider_id = ?8, synced_at = ?9`;
const DROP =
  "DELETE FROM message_template WHERE connection_id = ? AND synced_at < ? RETURNING media_id AS mediaId";
const OFFICIAL = `SELECT id FROM connection WHERE provider = 'cloud' AND deleted_at IS NULL AND status = 'CONNECTED'`;

/** The account behind an official number, with its token. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED. */
export function cloudPlace(tenant: Tenant, connectionId: number): CloudPlace {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  const isCloud = findConnection(tenant.db, connectionId)?.provider === "cloud";
  if (!isCloud || !account?.parentId || token === null) throw noTemplates();
  return { connectionId, businessId: account.parentId, token };
}

const turns = new WeakMap<Tenant, Promise<void>>();

/**
 * Reads all templates of an official number anew, one reading of a company behind the other: an older one never
 * overwrites a newer one. Throws GraphError; then nothing changes.
 */
export function syncTemplates(tenant: Tenant, place: CloudPlace): Promise<void> {
  const reading = (turns.get(tenant.base) ?? Promise.resolve()).then(() => readTemplates(tenant, place));
  turns.set(
    tenant.base,
    reading.catch(() => undefined),
  );
  return reading;
}

async function readTemplates(tenant: Tenant, place: CloudPlace): Promise<void> {
  const graph = createGraph(tenant.installation);
  const found: Part[] = [];
  let after = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: GraphAnswer = await graph.call({
      method: "GET",
      path: `${place.businessId}/message_templates`,
      token: place.token,
      query: { fields: FIELDS, limit: "100", ...(after !== "" && { after }) },
    });
    found.push(...listOf(answer["data"]));
    const paging = partOf(answer["paging"]);
    after = paging["next"] ? textOf(partOf(paging["cursors"])["after"]) : "";
    if (after === "") break;
  }
  tenant.write((unit) => keepAll(unit, place.connectionId, found));
}

function keepAll(unit: TenantUnit, connectionId: number, found: readonly Part[]): void {
  for (const part of found) keepTemplate(unit, connectionId, part);
  for (const { mediaId } of all<{ mediaId: number | null }>(unit.db, DROP, connectionId, unit.now))
    if (mediaId !== null) removeMediaFile(unit, mediaId);
}

/** Stores a template as the network tells it. */
export function keepTemplate(
  unit: TenantUnit,
  connectionId: number,
  part: Part,
  /** Makes the row of its sample; what was there before goes. */
  sample?: (unit: TenantUnit) => number,
): void {
  const reason = textOf(part["rejected_reason"]);
  run(
    unit.db,
    KEEP,
    connectionId,
    textOf(part["name"]),
    textOf(part["language"]),
    textOf(part["category"]),
    textOf(part["status"]) || "PENDING",
    JSON.stringify(listOf(part["components"])),
    reason === "" || reason === "NONE" ? null : reason,
    textOf(part["id"]) || null,
    unit.now,
  );
  if (sample) keepSample(unit, connectionId, part, sample(unit));
}

const SAMPLE =
  "SELECT id, media_id AS mediaId FROM message_template WHERE connection_id = ? AND name = ? AND language = ?";
function keepSample(unit: TenantUnit, connectionId: number, part: Part, mediaId: number): void {
  const place = [connectionId, textOf(part["name"]), textOf(part["language"])] as const;
  const row = one<{ id: number; mediaId: number | null }>(unit.db, SAMPLE, ...place);
  if (!row) return;
  run(unit.db, "UPDATE message_template SET media_id = ? WHERE id = ?", mediaId, row.id);
  if (row.mediaId !== null) removeMediaFile(unit, row.mediaId);
}

/** Something says that what is known of them is out of date: they are read at once. */
export const readTemplatesSoon = (unit: TenantUnit): void => unit.scheduleWake(TEMPLATES_DUE, unit.now);

/** Every hour, the templates of every official number that is connected. */
export async function syncDueTemplates({ tenants, clock, log }: Installation): Promise<void> {
  for (const companyId of tenants.dueCompanies(TEMPLATES_DUE, clock.now())) {
    try {
      const tenant = tenants.open(companyId);
      const ids = all<{ id: number }>(tenant.db, OFFICIAL);
      let isRead = true;
      for (const { id } of ids) isRead = (await syncQuietly(tenant, id)) && isRead;
      // Whoever connects anew is noted anew.
      const next = clock.now() + (isRead ? HOUR_MS : AGAIN_MS);
      tenants.rescheduleWake(companyId, TEMPLATES_DUE, ids.length > 0 ? next : null);
    } catch (error) {
      log.error({ company: companyId, err: error }, "templates not read");
    }
  }
}

/** Whether they could be read; whoever waits for the next time needs no error. */
export async function syncQuietly(tenant: Tenant, connectionId: number): Promise<boolean> {
  try {
    await syncTemplates(tenant, cloudPlace(tenant, connectionId));
    return true;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    tenant.log.warn({ connection: connectionId, err: error }, "templates not read");
    return false;
  }
}
