import { and, eq, lt } from "drizzle-orm";
import {
  createGraph,
  findConnection,
  type GraphAnswer,
  GraphError,
  listOf,
  metaAccountOf,
  notSupported,
  type Part,
  partOf,
  textOf,
  tokenOf,
} from "#channels/connections/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { TemplateChanged } from "./events.ts";
import { MAX_TEMPLATES } from "./queries.ts";
import { type MessageTemplate, messageTemplate } from "./schema.ts";
import * as sql from "./sync.sql.ts";

/** Scheduled wake-up of companies with templates. */
const TEMPLATES_DUE = "templates";
const HOUR_MS = 60 * 60_000;
/** Retry interval after Meta did not answer. */
const RETRY_MS = 60_000;
const PAGE = 100;
const FIELDS = "id,name,language,status,category,previous_category,quality_score,components,rejected_reason";

/** The business account of an official number, with the token of the number. */
export interface TemplateAccount {
  readonly connectionId: number;
  readonly businessId: string;
  readonly token: string;
}

/**
 * The account of an official number; no other channel has templates. Throws 404 ERR_NO_WAPP_FOUND, 400
 * ERR_NOT_SUPPORTED.
 */
export function templateAccountOf(tenant: Tenant, connectionId: number): TemplateAccount {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  const isCloud = findConnection(tenant.db, connectionId)?.provider === "cloud";
  if (!isCloud || !account?.parentId || token === null) throw notSupported();
  return { connectionId, businessId: account.parentId, token };
}

const readings = new WeakMap<Tenant, Promise<void>>();

/**
 * Reads all templates of an official number. One read per company runs at a time, so that an older result never
 * overwrites a newer one. Throws GraphError; then no template changes.
 */
export function syncTemplates(tenant: Tenant, account: TemplateAccount): Promise<void> {
  const reading = (readings.get(tenant.base) ?? Promise.resolve()).then(() => readTemplates(tenant, account));
  readings.set(
    tenant.base,
    reading.catch(() => undefined),
  );
  return reading;
}

async function readTemplates(tenant: Tenant, account: TemplateAccount): Promise<void> {
  const graph = createGraph(tenant.installation);
  const found: Part[] = [];
  let after = "";
  do {
    const answer: GraphAnswer = await graph.call({
      method: "GET",
      path: `${account.businessId}/message_templates`,
      token: account.token,
      query: { fields: FIELDS, limit: String(PAGE), ...(after !== "" && { after }) },
    });
    found.push(...listOf(answer["data"]));
    const paging = partOf(answer["paging"]);
    after = paging["next"] ? textOf(partOf(paging["cursors"])["after"]) : "";
  } while (after !== "" && found.length < MAX_TEMPLATES);
  tenant.write((unit) => {
    for (const part of found) saveTemplate(unit, account.connectionId, part);
    // When the list was not read to its end, templates that were not read must stay.
    if (after === "") removeOthers(unit, account.connectionId);
  });
}

/** Deletes the templates that the sync of this transaction did not find. */
function removeOthers(unit: TenantUnit, connectionId: number): void {
  const removed = unit.db
    .delete(messageTemplate)
    .where(and(eq(messageTemplate.connectionId, connectionId), lt(messageTemplate.syncedAt, unit.now)))
    .returning({ mediaId: messageTemplate.mediaId })
    .all();
  for (const { mediaId } of removed) if (mediaId !== null) removeMediaFile(unit, mediaId);
}

/** Changes of these fields are reported to others. */
const WATCHED = ["status", "category", "quality", "components", "reason"] as const;

const storedTemplate = (
  db: Db,
  { connectionId, name, language }: Pick<MessageTemplate, "connectionId" | "name" | "language">,
): MessageTemplate | undefined =>
  db
    .select()
    .from(messageTemplate)
    .where(
      and(
        eq(messageTemplate.connectionId, connectionId),
        eq(messageTemplate.name, name),
        eq(messageTemplate.language, language),
      ),
    )
    .get();

/**
 * Stores a template in the form Meta sent it. `addSample` creates the row of its sample file, which replaces the
 * previous one.
 */
export function saveTemplate(
  unit: TenantUnit,
  connectionId: number,
  part: Part,
  addSample?: (unit: TenantUnit) => number,
): void {
  const reason = textOf(part["rejected_reason"]);
  const name = textOf(part["name"]);
  const language = textOf(part["language"]);
  const content = {
    category: textOf(part["category"]),
    status: textOf(part["status"]) || "PENDING",
    components: JSON.stringify(listOf(part["components"])),
    reason: reason === "" || reason === "NONE" ? null : reason,
    providerId: textOf(part["id"]) || null,
    syncedAt: unit.now,
    quality: qualityOf(part),
    previousCategory: textOf(part["previous_category"]) || null,
    ...(part["status"] !== "PAUSED" && { pausedUntil: null }),
  };
  const key = { connectionId, name, language };
  const before = storedTemplate(unit.db, key);
  const { id, mediaId, pausedUntil } = unit.db
    .insert(messageTemplate)
    .values({ ...key, ...content })
    .onConflictDoUpdate({
      target: [messageTemplate.connectionId, messageTemplate.name, messageTemplate.language],
      set: content,
    })
    .returning()
    .get();
  if (before && WATCHED.some((field) => before[field] !== content[field])) {
    const { status, category, previousCategory, quality } = content;
    unit.emit(TemplateChanged, { ...key, status, category, previousCategory, quality, pausedUntil });
  }
  if (!addSample) return;
  unit.db
    .update(messageTemplate)
    .set({ mediaId: addSample(unit) })
    .where(eq(messageTemplate.id, id))
    .run();
  if (mediaId !== null) removeMediaFile(unit, mediaId);
}

/** Stores the end of a pause, which only Meta's notice has; the template's next status without a pause removes it. */
export function storePause(
  unit: TenantUnit,
  connectionId: number,
  pause: { readonly name: string; readonly language: string; readonly until: number },
): void {
  unit.db
    .update(messageTemplate)
    .set({ pausedUntil: pause.until })
    .where(
      and(
        eq(messageTemplate.connectionId, connectionId),
        eq(messageTemplate.name, pause.name),
        eq(messageTemplate.language, pause.language),
      ),
    )
    .run();
}

/** UNKNOWN means that Meta has not rated the template yet. */
function qualityOf(part: Part): string {
  const score = textOf(partOf(part["quality_score"])["score"]);
  return score === "UNKNOWN" ? "" : score;
}

/** Schedules a sync immediately, because the stored templates are out of date. */
export const scheduleTemplateSync = (unit: TenantUnit): void => unit.scheduleWake(TEMPLATES_DUE, unit.now);

/** Syncs, every hour, the templates of every connected official number. */
export const syncDueTemplates = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: TEMPLATES_DUE,
    failure: "message templates not read from Meta; retrying",
    async run(tenant) {
      const ids = queryAll(tenant.db, sql.officialNumbers);
      let isRead = true;
      for (const { id } of ids) isRead = (await trySync(tenant, id)) && isRead;
      // A company without official numbers is not scheduled; connecting a number schedules it again.
      return ids.length > 0 ? tenant.clock.now() + (isRead ? HOUR_MS : RETRY_MS) : null;
    },
  });

/** Returns whether the sync succeeded; a failure of Meta is logged and retried later. */
export async function trySync(tenant: Tenant, connectionId: number): Promise<boolean> {
  try {
    await syncTemplates(tenant, templateAccountOf(tenant, connectionId));
    return true;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    tenant.log.warn(
      { connection: connectionId, err: error },
      "message templates not read from Meta; retrying",
    );
    return false;
  }
}
