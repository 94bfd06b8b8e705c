import { and, inArray, isNull, lte } from "drizzle-orm";
import { knownLimit, limitOf } from "#channels/connections/cloud/number-state.ts";
import type { RestrictionEffect, RestrictionKind } from "#channels/connections/contract.ts";
import { metaAccountOf, routesOfBusiness } from "#channels/connections/meta/accounts.ts";
import { listOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { connectionRestriction } from "#channels/connections/schema.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { strengthOf } from "./effects.ts";
import { type TemporaryRefusal, temporaryRefusal } from "./official-refusals.ts";
import { liftRestriction, openRestriction, openRestrictions } from "./store.ts";

/** Scheduled wake-up of companies with a restriction of an official number that ends by its time. */
const ENDS_DUE = "restriction-ends";
/** Meta counts recipients of 24 hours; its errors state no end. */
const LIMIT_MS = 24 * 60 * 60_000;
const OFFICIAL: readonly RestrictionKind[] = ["account_restricted", "quality_low", "limit_reached"];

/** What a restriction blocks, by its type at Meta. An unknown type blocks nothing and is only shown. */
function effectOf(type: string): RestrictionEffect {
  if (type.includes("BIZ_INITIATED")) return "templates";
  if (type.includes("CUSTOMER_INITIATED")) return "everything";
  return type.includes("CALL") ? "calls" : "none";
}

/** Restrictions, bans and quality that Meta reports about an official account (docs/rules/reach.md#official-numbers). */
export function applyAccountUpdates(installation: Installation, entry: Part): void {
  for (const change of listOf(entry["changes"])) {
    const field = textOf(change["field"]);
    const value = partOf(change["value"]);
    const businessId = textOf(entry["id"]);
    if (field === "account_update")
      forEachNumber(installation, businessId, (unit, id) => applyUpdate(unit, id, value));
    if (field === "phone_number_quality_update")
      forEachNumber(installation, businessId, (unit, id) => applyQuality(unit, id, value));
    if (field === "business_capability_update")
      forEachNumber(installation, businessId, (unit, id) => applyCapability(unit, id, value));
  }
}

function forEachNumber(
  installation: Installation,
  businessId: string,
  apply: (unit: TenantUnit, connectionId: number) => void,
): void {
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    // Routes from before business ids were stored match every account.
    if (metaAccountOf(tenant.db, connectionId)?.parentId !== businessId) continue;
    if (findConnection(tenant.db, connectionId)) tenant.write((unit) => apply(unit, connectionId));
  }
}

function applyUpdate(unit: TenantUnit, connectionId: number, value: Part): void {
  const event = textOf(value["event"]);
  const kind = "account_restricted";
  if (event === "ACCOUNT_RESTRICTION") {
    const parts = listOf(value["restriction_info"]).map((info) => ({
      type: textOf(info["restriction_type"]),
      effect: effectOf(textOf(info["restriction_type"])),
      endsAt: Number(info["expiration"]) > 0 ? Number(info["expiration"]) * 1000 : null,
    }));
    const [strongest] = parts.toSorted((a, b) => strengthOf(b.effect) - strengthOf(a.effect));
    if (!strongest) return void liftRestriction(unit, connectionId, kind);
    openOfficial(unit, { connectionId, kind, ...strongest });
  }
  if (event === "ACCOUNT_VIOLATION") {
    const type = textOf(partOf(value["violation_info"])["violation_type"]) || event;
    openUnlessStronger(unit, { connectionId, kind, type, effect: "none", endsAt: unit.now + LIMIT_MS });
  }
  if (event !== "DISABLED_UPDATE") return;
  const state = textOf(partOf(value["ban_info"])["waba_ban_state"]);
  if (state === "REINSTATE") liftRestriction(unit, connectionId, kind);
  if (state === "DISABLE" || state === "SCHEDULE_FOR_DISABLE") {
    const effect = state === "DISABLE" ? "everything" : "none";
    openOfficial(unit, { connectionId, kind, type: state, effect, endsAt: null });
  }
}

function applyQuality(unit: TenantUnit, connectionId: number, value: Part): void {
  const number = findConnection(unit.db, connectionId)?.number ?? "";
  const shown = textOf(value["display_phone_number"]).replace(/\D/g, "");
  if (shown !== "" && number !== "" && shown !== number) return;
  const event = textOf(value["event"]);
  if (event === "FLAGGED")
    openOfficial(unit, { connectionId, kind: "quality_low", type: event, effect: "none", endsAt: null });
  if (event === "UNFLAGGED") liftRestriction(unit, connectionId, "quality_low");
  if (event === "UPGRADE") liftRecipientLimit(unit, connectionId);
}

/** The limit of recipients changed: a larger one ends the restriction that the smaller one caused. */
function applyCapability(unit: TenantUnit, connectionId: number, value: Part): void {
  const limit = limitOf(
    value["max_daily_conversations_per_business"] ?? value["max_daily_conversation_per_phone"],
  );
  if (limit !== undefined && limit > (knownLimit(unit.db, connectionId) ?? Number.POSITIVE_INFINITY))
    liftRecipientLimit(unit, connectionId);
}

/** Meta's number of the error for a used-up limit of recipients. */
const RECIPIENT_LIMIT = "131064";

function liftRecipientLimit(unit: TenantUnit, connectionId: number): void {
  const kind = "limit_reached";
  const open = openRestrictions(unit.db, connectionId).find((row) => row.kind === kind);
  if (open?.rawType === RECIPIENT_LIMIT) liftRestriction(unit, connectionId, kind);
}

interface Official {
  readonly connectionId: number;
  readonly kind: RestrictionKind;
  readonly type: string;
  readonly effect: RestrictionEffect;
  readonly endsAt: number | null;
}
function openOfficial(unit: TenantUnit, { type, ...restriction }: Official): void {
  openRestriction(unit, { ...restriction, rawType: type });
  if (restriction.endsAt !== null) unit.scheduleWake(ENDS_DUE, restriction.endsAt);
}

/**
 * An error or a warning replaces neither a stronger restriction that Meta stated before, nor an equally strong one that
 * lasts longer.
 */
function openUnlessStronger(unit: TenantUnit, restriction: Official): void {
  const { connectionId, kind, effect, endsAt } = restriction;
  const before = openRestrictions(unit.db, connectionId).find((row) => row.kind === kind);
  const difference = before ? strengthOf(before.effect) - strengthOf(effect) : -1;
  const lastsLonger =
    before?.endsAt === null || (before?.endsAt ?? 0) >= (endsAt ?? Number.POSITIVE_INFINITY);
  if (difference > 0 || (difference === 0 && lastsLonger)) return;
  openOfficial(unit, restriction);
}

/**
 * Records the restriction that a refused message of an official number shows. It ends after a day: Meta counts the
 * limits over 24 hours, and states no end here. Returns undefined when the number is not official, or when the refusal
 * is final.
 */
export function restrictAfterRefusal(
  unit: TenantUnit,
  connectionId: number,
  detail: string | null,
): TemporaryRefusal | undefined {
  const refusal = temporaryRefusal(detail);
  if (!refusal || findConnection(unit.db, connectionId)?.provider !== "cloud") return undefined;
  if (refusal.restriction)
    openUnlessStronger(unit, {
      ...{ connectionId, ...refusal.restriction, type: refusal.code, endsAt: unit.now + LIMIT_MS },
    });
  return refusal;
}

/** Ends restrictions of official numbers at their time: Meta sends no notice of the end. */
export const endOfficialRestrictions = defineDueJob({
  name: "ends of restrictions",
  job: ENDS_DUE,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "ended restrictions not lifted",
  run: liftEnded,
});

function liftEnded(tenant: Tenant): number | null {
  const open = and(isNull(connectionRestriction.liftedAt), inArray(connectionRestriction.kind, OFFICIAL));
  tenant.write((unit) => {
    const ended = unit.db
      .select()
      .from(connectionRestriction)
      .where(and(open, lte(connectionRestriction.endsAt, unit.now)))
      .all();
    for (const { connectionId, kind } of ended) liftRestriction(unit, connectionId, kind);
  });
  const times = tenant.db.select().from(connectionRestriction).where(open).all();
  const next = times.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt]));
  return next.length === 0 ? null : Math.min(...next);
}
