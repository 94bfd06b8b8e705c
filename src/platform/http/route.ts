import type * as v from "valibot";
import type { RateLimit } from "./fairness/rate-limit.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Schema = v.GenericSchema;
type Read<S extends Schema | undefined> = S extends Schema ? v.InferOutput<S> : undefined;

/** Arguments of a handler; `ctx` is made by the guard of the route's access level. */
export interface Call<
  Ctx,
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> {
  readonly ctx: Ctx;
  readonly params: Read<P>;
  readonly query: Read<Q>;
  readonly body: Read<B>;
  readonly request: Request;
  /** Address of the caller, after trusted proxies. */
  readonly ip: string;
  /** The browser's own connection is TLS. */
  readonly https: boolean;
}

/** OpenAPI details of a public API route that reads the request itself. */
export interface RouteDescription {
  /** Security schemes, any of which will do, with the scopes it needs. */
  readonly security: Readonly<Record<string, readonly string[]>>;
  /** Bodies by content type; only for the description, the route checks them itself. */
  readonly bodies?: Readonly<Record<string, { readonly schema: Schema; readonly example: object }>>;
  /** Fields of a form that are files. */
  readonly files?: readonly string[];
  readonly headers?: readonly HeaderDescription[];
  readonly query?: Schema;
  /** Headers of every answer. */
  readonly answerHeaders?: readonly HeaderDescription[];
  readonly answerExample?: object;
  /** Codes it refuses with, by HTTP status. */
  readonly errors: Readonly<Record<number, readonly string[]>>;
  /** What a refusal carries. */
  readonly errorAnswer: Schema;
}
export interface HeaderDescription {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
}

export interface RouteShape<
  Ctx,
  Access extends string,
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> {
  readonly method: Method;
  /** Below `/api`, with `:name` parameters. */
  readonly path: string;
  /** Who may call it at all; finer rights are checked on the row. */
  readonly access: Access;
  /** One line for the OpenAPI page. */
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  /** JSON body. Routes that read the request themselves (uploads) leave it out and set `rawBody`. */
  readonly body?: B;
  readonly rawBody?: boolean;
  /** Largest JSON body, bytes; 64 kB when missing (docs/rules/limits.md#bodies). */
  readonly maxBodyBytes?: number;
  /** Calls per address; counted before anything of the request is read. Every public route has one. */
  readonly limit?: (ctx: Ctx) => RateLimit;
  /** What a 200 carries. */
  readonly answer: Schema;
  /** Plan flag without which the route answers 403 ERR_PLAN_FEATURE. */
  readonly planFlag?: string;
  /** What a key of the company must be good for to call it; without one it opens to no key. */
  readonly apiScope?: string;
  /** Passwords and secrets: refused to the provider's support. */
  readonly notForSupport?: boolean;
  /** Name of the entry in the audit trail: `<subject>.<verb>` (`src/accounts/audit`). */
  readonly audit?: string;
  /** Why a route that changes something has no audit entry of its own. Every such route has `audit` or this. */
  readonly unaudited?: string;
  /** For the public API: what the schemas cannot express. */
  readonly described?: RouteDescription;
  readonly handle: (call: Call<Ctx, P, Q, B>) => unknown;
}

/** A route as the router sees it. */
export interface Route<Ctx = unknown, Access extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Schema | undefined;
  readonly query?: Schema | undefined;
  readonly body?: Schema | undefined;
  readonly rawBody?: boolean | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly limit?: ((ctx: Ctx) => RateLimit) | undefined;
  readonly answer: Schema;
  readonly planFlag?: string | undefined;
  readonly apiScope?: string | undefined;
  readonly notForSupport?: boolean | undefined;
  readonly audit?: string | undefined;
  readonly unaudited?: string | undefined;
  readonly described?: RouteDescription | undefined;
  readonly handle: (call: Call<Ctx, undefined, undefined, undefined>) => unknown;
}

/** Keeps the types of one route between its schemas and its handler. */
export function defineRoute<
  Ctx,
  Access extends string,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(shape: RouteShape<Ctx, Access, P, Q, B>): Route<Ctx, Access> {
  return shape as unknown as Route<Ctx, Access>;
}
