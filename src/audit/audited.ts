import type { Db } from "#platform/db/database.ts";
import type { Call } from "#platform/http/route.ts";
import { definitionOf } from "#settings/index.ts";
import type { AppRoute, RequestCtx } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { writeTogether } from "#tenants/write-together.ts";
import type { AuditDetails } from "./contract.ts";
import { difference, type Look, look, nameOf } from "./look.ts";
import { type Note, note, noteProvider, whoIs } from "./note.ts";
import { type Thing, things } from "./things.ts";
import { readWord, type Word } from "./words.ts";

type RouteCall = Call<RequestCtx, undefined, undefined, undefined>;

/**
 * The route with its line in the audit trail: written when it was done, before the answer leaves. What is exported is
 * not given without its line. What the provider's support does leaves a line on every route that changes something,
 * whether the route has a word or not. A route with a word that nobody knows fails at the start.
 */
export function audited(route: AppRoute): AppRoute {
  const word = route.audit === undefined ? undefined : readWord(route.audit);
  if (route.audit !== undefined && !word)
    throw new Error(`${route.method} ${route.path}: no word ${route.audit}`);
  // Leaving has its line from the session that ends.
  if (route.access === "public" || (!word && (route.method === "GET" || route.access === "session")))
    return route;
  const said = word ?? ({ kind: "route", verb: "did" } as const);
  return {
    ...route,
    handle(call) {
      const { user } = call.ctx;
      if (!user || (!word && user.actor.supportUntil === undefined)) return route.handle(call);
      return withLine(route, said, user, call);
    },
  };
}

function withLine(route: AppRoute, word: Word, ctx: UserCtx, call: RouteCall): unknown {
  const about = aboutOf(word, ctx, call);
  const before = about.id === null ? undefined : look(about.db, about.thing, about.id);
  const done = async (answer: unknown) => {
    try {
      await write(route, word, ctx, call, { ...about, before, answer });
    } catch (error) {
      // What leaves the house does not leave it unseen; what is done is done.
      if (route.method === "GET") throw error;
      ctx.tenant.log.error({ err: error, word }, "a line of the audit trail could not be written");
    }
    return answer;
  };
  const answer = route.handle(call);
  return answer instanceof Promise ? answer.then(done) : done(answer);
}

interface About {
  readonly thing: Thing;
  readonly db: Db;
  readonly id: string | null;
  readonly isProvider: boolean;
}

/** What a call is about. A setting of the installation is the provider's, one of the company is the company's. */
function aboutOf({ kind }: Word, { tenant, actor }: UserCtx, { params }: RouteCall): About {
  const thing = things[kind];
  const given = thing.only ?? (params as Record<string, unknown> | undefined)?.[thing.parameter ?? "id"];
  const id = given === undefined ? null : String(given);
  const isEverywhere = kind === "setting" && id !== null && definitionOf(id)?.place === "installation";
  const isProvider = isEverywhere || thing.isProvider === true;
  return {
    thing: isEverywhere ? { ...thing, table: "installation_setting" } : thing,
    db: isProvider ? tenant.installation.system : tenant.db,
    id,
    // Opening hours lie in the file of the installation and are the company's own affair.
    isProvider: isProvider && actor.super,
  };
}

async function write(
  route: AppRoute,
  word: Word,
  { tenant, actor }: UserCtx,
  { body, query, ip }: RouteCall,
  { thing, db, id: given, isProvider, before, answer }: About & { before: Look | undefined; answer: unknown },
): Promise<void> {
  const id = given ?? idOf(answer);
  const after = id === null ? undefined : look(db, thing, id);
  const details: AuditDetails = {
    ...(word.kind === "setting" ? settingDetails(id, before, after) : difference(thing, before, after)),
    ...countOf(body, query, answer),
    ...(word.kind === "route" && { route: `${route.method} ${route.path}` }),
  };
  const line: Note = {
    ...whoIs(actor),
    ...word,
    thingId: word.kind === "route" ? `${route.method} ${route.path}` : id,
    thing: nameOf(thing, after ?? before),
    details,
    ip,
  };
  if (!isProvider) {
    // With those of the same turn: a hundred changes at once wait for the disk once.
    await writeTogether(tenant, () => note(tenant, line));
    return;
  }
  const company = thing.company === undefined ? undefined : (after ?? before)?.row[thing.company];
  const companyId = typeof company === "number" ? company : null;
  noteProvider(tenant.installation, { ...line, companyId });
  if (companyId !== null) noteThere(tenant, companyId, line);
}

/** The company that it was about reads of it, too; one that cannot be opened or is gone does not. */
function noteThere(home: UserCtx["tenant"], companyId: number, line: Note): void {
  const { tenants } = home.installation;
  const told = companyId === home.id ? line : { ...line, who: "provider" as const, userId: null };
  try {
    if (tenants.exists(companyId)) note(tenants.open(companyId), told);
  } catch (error) {
    home.log.warn({ about: companyId, err: error }, "the company was not told what its trail should hold");
  }
}

/** A setting has a name and a value; the value is shown unless it is a secret. */
function settingDetails(key: string | null, before: Look | undefined, after: Look | undefined): AuditDetails {
  const [old, now] = [before?.row["value"] ?? null, after?.row["value"] ?? null];
  if (key === null || old === now) return { fields: [] };
  const isSecret = definitionOf(key)?.secret === true;
  const short = (value: string | number | null) => (value === null ? null : String(value).slice(0, 100));
  return { fields: [key], ...(!isSecret && { values: { [key]: [short(old), short(now)] } }) };
}

function idOf(answer: unknown): string | null {
  const id = (answer as { id?: unknown } | null | undefined)?.id;
  return typeof id === "number" || typeof id === "string" ? String(id) : null;
}

/** How many things a call named or touched. */
function countOf(body: unknown, query: unknown, answer: unknown): Pick<AuditDetails, "count"> {
  for (const part of [body, query]) {
    const ids = (part as { ids?: unknown } | null | undefined)?.ids;
    if (Array.isArray(ids) && ids.length > 0) return { count: ids.length };
  }
  const count = (answer as { count?: unknown } | null | undefined)?.count;
  return typeof count === "number" ? { count } : {};
}
