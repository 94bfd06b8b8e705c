import { definitionOf } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { Call } from "#platform/http/route.ts";
import type { RequestCtx } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { AuditAction } from "./action.ts";
import type { Trail } from "./insert.ts";
import { AuditListsPort } from "./lists-port.ts";
import { type SubjectType, subjects } from "./subjects.ts";

export type RouteCall = Call<RequestCtx, undefined, undefined, undefined>;

/** What a request is about. */
export interface AuditSubject {
  readonly thing: SubjectType;
  /** Which one; null: the path names none. */
  readonly id: string | null;
  /** Database that holds the subject. */
  readonly file: "company" | "system";
  readonly db: Db;
  readonly trail: Trail;
}

/** What a call is about. A setting of the installation is the provider's, one of the company is the company's. */
export function subjectOf(
  { kind }: AuditAction,
  { tenant, actor }: UserCtx,
  { params }: RouteCall,
): AuditSubject {
  const lists = tenant.installation.ports.find(AuditListsPort)?.get(kind);
  const thing = lists ? { ...subjects[kind], lists } : subjects[kind];
  const given = (params as Record<string, unknown> | undefined)?.[thing.parameter ?? "id"];
  const id = thing.only ?? (given === undefined ? null : String(given));
  const isEverywhere = kind === "setting" && id !== null && definitionOf(id)?.place === "installation";
  const isOutside = isEverywhere || thing.isProvider === true;
  return {
    thing: isEverywhere ? { ...thing, table: "installation_setting" } : thing,
    id,
    file: isOutside ? "system" : "company",
    db: isOutside ? tenant.installation.system : tenant.db,
    // Opening hours are stored in the system file but belong to the company.
    trail: isOutside && actor.super ? "provider" : "company",
  };
}
