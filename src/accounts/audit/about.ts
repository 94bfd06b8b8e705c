import { definitionOf } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { Call } from "#platform/http/route.ts";
import type { RequestCtx } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type Thing, things } from "./things.ts";
import type { Trail } from "./trail.ts";
import type { Word } from "./words.ts";

export type RouteCall = Call<RequestCtx, undefined, undefined, undefined>;

/** What a request is about. */
export interface About {
  readonly thing: Thing;
  /** Which one; null: the path names none. */
  readonly id: string | null;
  /** Where the thing lies. */
  readonly file: "company" | "system";
  readonly db: Db;
  readonly trail: Trail;
}

/** What a call is about. A setting of the installation is the provider's, one of the company is the company's. */
export function aboutOf({ kind }: Word, { tenant, actor }: UserCtx, { params }: RouteCall): About {
  const thing = things[kind];
  const given = (params as Record<string, unknown> | undefined)?.[thing.parameter ?? "id"];
  const id = thing.only ?? (given === undefined ? null : String(given));
  const isEverywhere = kind === "setting" && id !== null && definitionOf(id)?.place === "installation";
  const isOutside = isEverywhere || thing.isProvider === true;
  return {
    thing: isEverywhere ? { ...thing, table: "installation_setting" } : thing,
    id,
    file: isOutside ? "system" : "company",
    db: isOutside ? tenant.installation.system : tenant.db,
    // Opening hours lie in the file of the installation and are the company's own affair.
    trail: isOutside && actor.super ? "provider" : "company",
  };
}
