import type * as v from "valibot";
import type { CellRule, SuperCellRule } from "./cells/cell-rule.ts";
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
  /** Whether the browser's own connection is TLS. */
  readonly https: boolean;
  /** The merge function of the route completes the answer with those of other cells; false with one cell. */
  readonly isPart: boolean;
}

/** OpenAPI details of a public API route that reads the request itself. */
export interface RouteDescription {
  /** Alternative security schemes, each with its required scopes. */
  readonly security: Readonly<Record<string, readonly string[]>>;
  /** Bodies by content type, for the description only: the route validates them itself. */
  readonly bodies?: Readonly<Record<string, { readonly schema: Schema; readonly example: object }>>;
  /** Fields of a form that are files. */
  readonly files?: readonly string[];
  readonly headers?: readonly HeaderDescription[];
  readonly query?: Schema;
  /** Headers of every response. */
  readonly answerHeaders?: readonly HeaderDescription[];
  readonly answerExample?: object;
  /** Error codes by HTTP status. */
  readonly errors: Readonly<Record<number, readonly string[]>>;
  /** Schema of the body of an error. */
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
  /** Path below `/api`, with `:name` parameters. */
  readonly path: string;
  /** Who may call the route; permissions on rows are checked by the handler. */
  readonly access: Access;
  /**
   * How a request finds its cell (docs/rules/cells.md#requests). Absent: by its login session or API key. Of a route with
   * login sessions it counts for super users only.
   */
  readonly cell?: CellRule<Read<P>, Read<Q>, Read<B>> | SuperCellRule<Read<P>, Read<Q>>;
  /** One line for the OpenAPI page. */
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  /** Schema of the JSON body. Routes that read the request themselves (uploads) omit it and set `rawBody`. */
  readonly body?: B;
  readonly rawBody?: boolean;
  /** Largest JSON body, bytes; 64 kB when missing (docs/rules/limits.md#bodies). */
  readonly maxBodyBytes?: number;
  /** Rate limit per address, counted before the request is read. Every public route has one. */
  readonly limit?: (ctx: Ctx) => RateLimit;
  /** Schema of the body of a 200. */
  readonly answer: Schema;
  /** Plan flag without which the route answers 403 ERR_PLAN_FEATURE. */
  readonly planFlag?: string;
  /** Scope that an API key needs to call the route; without one no key may call it. */
  readonly apiScope?: string;
  /** True for routes with passwords and secrets: support sessions may not call them. */
  readonly notForSupport?: boolean;
  /** Action name in the audit trail: `<subject>.<verb>` (`src/accounts/audit`). */
  readonly audit?: string;
  /** Why a route that changes data writes no audit entry itself. Every such route has `audit` or this. */
  readonly unaudited?: string;
  /** For the public API: details that the schemas cannot express. */
  readonly described?: RouteDescription;
  readonly handle: (call: Call<Ctx, P, Q, B>) => unknown;
}

/** A route as the router sees it. */
export interface Route<Ctx = unknown, Access extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly cell?: CellRule | SuperCellRule | undefined;
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

/** Defines a route; its handler gets the types of its schemas. */
export function defineRoute<
  Ctx,
  Access extends string,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(shape: RouteShape<Ctx, Access, P, Q, B>): Route<Ctx, Access> {
  return shape as unknown as Route<Ctx, Access>;
}
