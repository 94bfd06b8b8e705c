import { definitionOf } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { Call } from "#platform/http/route.ts";
import type { RequestCtx } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { ACTIONS, type Action, KINDS, type Kind } from "./contract.ts";
import { AuditListsPort, type SubjectType, subjects } from "./subjects.ts";
import type { Trail } from "./write.ts";

/** The action that a route declares for the audit trail: `queue.changed` changes a subject of the kind `queue`. */
export interface AuditAction {
  readonly kind: Kind;
  readonly action: Action;
}

/** Splits `queue.changed` into kind and action; undefined for an unknown one. */
export function parseAction(text: string): AuditAction | undefined {
  const [left, right, ...rest] = text.split(".");
  const kind = KINDS.find((known) => known === left);
  const action = ACTIONS.find((known) => known === right);
  return kind && action && rest.length === 0 ? { kind, action } : undefined;
}

export type RouteCall = Call<RequestCtx, undefined, undefined, undefined>;

/** The subject of a request: what its action changes or exports. */
export interface AuditSubject {
  readonly type: SubjectType;
  /** Null when the path names no row. */
  readonly id: string | null;
  /** Database that holds the subject. */
  readonly file: "company" | "system";
  readonly db: Db;
  readonly trail: Trail;
}

/** The subject of a call. A setting of the installation is the provider's, one of the company is the company's. */
export function subjectOf(
  { kind }: AuditAction,
  { tenant, actor }: UserCtx,
  { params }: RouteCall,
): AuditSubject {
  const lists = tenant.installation.ports.find(AuditListsPort)?.get(kind);
  const type = lists ? { ...subjects[kind], lists } : subjects[kind];
  const given = (params as Record<string, unknown> | undefined)?.[type.parameter ?? "id"];
  const id = type.only ?? (given === undefined ? null : String(given));
  const isOfInstallation = kind === "setting" && id !== null && definitionOf(id)?.place === "installation";
  const isInSystem = isOfInstallation || type.isProvider === true;
  return {
    type: isOfInstallation ? { ...type, table: "installation_setting" } : type,
    id,
    file: isInSystem ? "system" : "company",
    db: isInSystem ? tenant.installation.system : tenant.db,
    // Opening hours are stored in the system file but belong to the company.
    trail: isInSystem && actor.super ? "provider" : "company",
  };
}
