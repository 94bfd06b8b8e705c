import { TemplatesDecided } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/queries.ts";
import type { Installation } from "#tenants/installation.ts";
import { metaAccountOf, routesOfBusiness } from "./accounts.ts";
import { countDropped } from "./dropped-webhooks.ts";
import { listOf, numberOf, type Part, partOf, textOf } from "./parts.ts";

const STATUS = "message_template_status_update";
/** Status, quality, content and category changes of templates. */
const FIELDS: readonly string[] = [
  STATUS,
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
];
const HOUR_MS = 60 * 60_000;
/** How long Meta pauses a template of low quality, by the title of its notice. After the third time it is disabled. */
const PAUSES_MS: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * HOUR_MS, SECOND_PAUSE: 6 * HOUR_MS };
/** Meta repeats a notice for this long. */
const REPEATED_MS = 7 * 24 * HOUR_MS;

/** A template that Meta paused, until when (ms). */
export interface TemplatePause {
  readonly name: string;
  readonly language: string;
  readonly until: number;
}

/** Whether an entry of `whatsapp_business_account` is about templates. Pure. */
export const isAboutTemplates = (entry: Part): boolean =>
  listOf(entry["changes"]).some(({ field }) => FIELDS.includes(textOf(field)));

/**
 * Emits `TemplatesDecided` for every connected number of this business account. The templates are read again instead
 * of using the content of the call, so that a repeated, late or reordered call does no harm. Only the end of a pause is
 * taken from the call, because no other answer of Meta has it.
 */
export function emitTemplatesDecided(installation: Installation, entry: Part): void {
  const businessId = textOf(entry["id"]);
  const pauses = pausesOf(entry, installation.clock.now());
  let isKnown = false;
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    if (metaAccountOf(tenant.db, connectionId)?.parentId !== businessId) continue;
    if (findConnection(tenant.db, connectionId)?.status !== "CONNECTED") continue;
    isKnown = true;
    tenant.write((unit) => unit.emit(TemplatesDecided, { connectionId, pauses }));
  }
  if (!isKnown) countDropped(installation, "unknown_id");
}

function pausesOf(entry: Part, now: number): readonly TemplatePause[] {
  const time = (numberOf(entry["time"]) ?? 0) * 1000;
  const at = time > now - REPEATED_MS && time <= now ? time : now;
  return listOf(entry["changes"]).flatMap(({ field, value: content }) => {
    const value = partOf(content);
    const pauseMs = PAUSES_MS[textOf(partOf(value["other_info"])["title"])];
    if (field !== STATUS || textOf(value["event"]) !== "PAUSED" || pauseMs === undefined) return [];
    const name = textOf(value["message_template_name"]);
    return [{ name, language: textOf(value["message_template_language"]), until: at + pauseMs }];
  });
}
