import { type Context, Hono } from "hono";
import type { Log } from "#platform/log.ts";
import { withBody } from "./body/body.ts";
import { jsonOf, storeBody } from "./body/json-body.ts";
import { checkUploadBeforeUse, isMultipart, uploadTurn } from "./body/upload.ts";
import { type AfterBody, type CellRouting, inCells } from "./cells/in-cells.ts";
import { isPart } from "./cells/internal-headers.ts";
import type { Admission, RequestOwner } from "./fairness/admission.ts";
import { createTokenOwners, type TokenOwners } from "./fairness/token-owners.ts";
import { errorResponse, json, jsonFor } from "./respond.ts";
import type { Call, Route } from "./route.ts";
import type { Caller } from "./server/caller.ts";
import type { CommitBarrier } from "./server/commit-barrier.ts";
import { validate } from "./validate.ts";

export interface RouterOptions<Ctx, Access extends string> {
  readonly routes: readonly Route<Ctx, Access>[];
  /** Returns the handler's `ctx` for the request or throws an AppError; called before the body is read. */
  readonly guard: (route: Route<Ctx, Access>, request: Request) => Ctx;
  /**
   * Checks again once the body has arrived, however slowly it came, and returns the current `ctx`. A caller who lost a
   * permission meanwhile is rejected.
   */
  readonly recheckPermissions: (route: Route<Ctx, Access>, request: Request, ctx: Ctx) => Ctx;
  /**
   * Throws unless both contexts have the same permissions. The handler of an upload uses the first one, which was read before
   * the body.
   */
  readonly requireSame: (before: Ctx, now: Ctx) => void;
  readonly log: Log;
  /** Admission queue; every request passes through it before its route is handled. */
  readonly admission: Admission;
  /** The company and person whose share of the server the request uses. */
  readonly ownerOf: (ctx: Ctx, ip: string) => RequestOwner;
  /**
   * Whether the caller was authenticated; request bodies of unauthenticated callers have a separate memory budget.
   */
  readonly isKnown: (ctx: Ctx) => boolean;
  /** Present in a cluster: answers of requests that wrote wait until their commits are durable. */
  readonly barrier?: CommitBarrier | null;
  /** Log with the caller as fields. */
  readonly logOf: (ctx: Ctx) => Log;
  /** How requests find their cell; absent: this process answers all of them. */
  readonly routing?: CellRouting;
}

export interface Router {
  /** Handles a request below `/api`. */
  handle(request: Request, caller: Caller): Response | Promise<Response>;
}

/**
 * A router that authenticates and queues every request. A route is private unless its access says otherwise. Each
 * request waits for its company's turn in admission; then its input is validated, and thrown errors become error
 * responses.
 */
export function createRouter<Ctx, Access extends string>(options: RouterOptions<Ctx, Access>): Router {
  const shares = createTokenOwners();
  const app = appOf(options, (route, c) => run(route, c, options, shares));
  app.notFound(() => json({ error: "ERR_NOT_FOUND" }, 404));
  const { barrier } = options;
  if (!barrier) return { handle: (request, caller) => app.fetch(request, caller) };
  return {
    handle: async (request, caller) => barrier.pass(request, await app.fetch(request, caller)),
  };
}

/** Sends a request to another process; `body`: its bytes, when they were read already. */
export type SendOn = (request: Request, caller: Caller, body?: Uint8Array) => Promise<Response>;

interface ForwardingOptions<Ctx, Access extends string> {
  readonly routes: readonly Route<Ctx, Access>[];
  readonly routing: CellRouting;
  readonly log: Log;
  /** To the owner of the own cell. */
  readonly toOwner: SendOn;
}

/** The router of a process that owns no cell: each request is sent to the owner of its cell, unknown ones to that of the own cell. */
export function createForwardingRouter<Ctx, Access extends string>({
  routes,
  routing,
  log,
  toOwner,
}: ForwardingOptions<Ctx, Access>): Router {
  const sendOn = (route: Route<Ctx, Access>, c: Context<Env>): Promise<Response> => {
    const request = c.req.raw;
    const caller = c.env;
    if (routing.cells.all().length === 1) return toOwner(request, caller);
    return inCells(
      routing,
      { route, request, caller, params: () => c.req.param(), query: () => c.req.query() },
      // The owner counts.
      () => {},
      (afterBody) => {
        if (!afterBody || !(route.body || route.rawBody)) return toOwner(request, caller);
        const use = async (body: Uint8Array) => (await afterBody(body)) ?? toOwner(request, caller, body);
        return withBody(request, use, { maxBytes: route.maxBodyBytes });
      },
    ).catch((error: unknown) => errorResponse(error, log, request));
  };
  const app = appOf({ routes, log }, sendOn);
  app.notFound((c) => toOwner(c.req.raw, c.env));
  return { handle: (request, caller) => app.fetch(request, caller) };
}

interface Env {
  readonly Bindings: Caller;
}

/** Matches the paths of the routes. */
function appOf<R extends Pick<Route, "method" | "path">>(
  { routes, log }: { readonly routes: readonly R[]; readonly log: Log },
  answer: (route: R, c: Context<Env>) => Promise<Response>,
): Hono<Env> {
  const app = new Hono<Env>();
  for (const route of routes.toSorted(byWord)) {
    app.on(route.method, `/api${route.path}`, (c) => answer(route, c));
    // In the contract the paths of some lists end with a slash.
    if (route.path !== "/") app.on(route.method, `/api${route.path}/`, (c) => answer(route, c));
  }
  app.onError((error, c) => errorResponse(error, log, c.req.raw));
  return app;
}

/**
 * Sort key of a path: fixed segments (`/messages/send`) before a parameter in the same place, in any order of
 * features.
 */
const rank = (route: { readonly path: string }) => route.path.replace(/:\w+/g, "~");
const byWord = (a: { readonly path: string }, b: { readonly path: string }) =>
  rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;

function run<Ctx, Access extends string>(
  route: Route<Ctx, Access>,
  c: Context<Env>,
  options: RouterOptions<Ctx, Access>,
  shares: TokenOwners,
): Promise<Response> {
  const { routing } = options;
  if (routing === undefined || routing.cells.all().length === 1) return runHere(route, c, options, shares);
  const request = c.req.raw;
  const { ip } = c.env;
  const routed = { route, request, caller: c.env, params: () => c.req.param(), query: () => c.req.query() };
  return inCells(
    routing,
    routed,
    () => route.limit?.(options.guard(route, request)).peek(ip),
    (afterBody) => runHere(route, c, options, shares, afterBody),
  ).catch((error: unknown) => errorResponse(error, options.log, request));
}

async function runHere<Ctx, Access extends string>(
  route: Route<Ctx, Access>,
  c: Context<Env>,
  options: RouterOptions<Ctx, Access>,
  shares: TokenOwners,
  afterBody?: AfterBody,
): Promise<Response> {
  const request = c.req.raw;
  const { ip, https } = c.env;
  const { admission } = options;
  let log = options.log;
  /**
   * Authenticates the caller inside the admission queue: 1000 authentications together would block the event loop for
   * about 0.1 s.
   */
  const authenticate = () => {
    const ctx = options.guard(route, request);
    route.limit?.(ctx).take(ip);
    log = options.logOf(ctx);
    return { ctx, who: shares.remember(request, options.ownerOf(ctx, ip), options.isKnown(ctx)) };
  };
  const respond = (given: unknown) => {
    if (!(given instanceof Response)) return jsonFor(request, given);
    // The response body of HEAD is not sent; cancel it, because a download stream would stay open unread.
    if (request.method === "HEAD") void given.body?.cancel();
    return given;
  };
  const answer = (ctx: Ctx, bytes: Uint8Array | null) => {
    const params = route.params ? validate(route.params, c.req.param()) : undefined;
    const query = route.query ? validate(route.query, c.req.query()) : undefined;
    const body = route.body && bytes ? validate(route.body, jsonOf(request, bytes)) : undefined;
    const call = { ctx, params, query, body, request, ip, https, isPart: isPart(request, c.env) } as Call<
      Ctx,
      undefined,
      undefined,
      undefined
    >;
    const given = route.handle(call);
    // A synchronous handler stays synchronous, so that its whole cost is measured and counted for its company.
    return given instanceof Promise ? given.then(respond) : respond(given);
  };
  const { barrier } = options;
  const enter = barrier ? () => barrier.watch(request, authenticate) : authenticate;
  const handle: typeof answer = barrier
    ? (ctx, bytes) => barrier.watch(request, () => answer(ctx, bytes))
    : answer;
  try {
    const first = shares.of(request, ip);
    if (isMultipart(request) && !route.body) {
      // Uploads wait their turn: when a hundred arrive in one turn of the event loop, other requests are
      // handled first.
      await uploadTurn();
      return await admission.run(first, "upload", request, () => {
        const { ctx } = enter();
        checkUploadBeforeUse(request, () =>
          options.requireSame(ctx, options.recheckPermissions(route, request, ctx)),
        );
        return handle(ctx, null);
      });
    }
    if (!route.body && !route.rawBody)
      return await admission.run(first, "request", request, () => handle(enter().ctx, null));
    const { ctx, who } = await admission.run(first, "request", request, enter);
    const company = options.isKnown(ctx) ? who.company : undefined;
    const handleBody = (bytes: Uint8Array) =>
      admission.run(who, "request", request, () => {
        if (!route.body) storeBody(request, bytes);
        return handle(options.recheckPermissions(route, request, ctx), bytes);
      });
    return await withBody(
      request,
      // Without other cells nothing is awaited here.
      (bytes) =>
        afterBody ? afterBody(bytes).then((given) => given ?? handleBody(bytes)) : handleBody(bytes),
      { maxBytes: route.maxBodyBytes, company },
    );
  } catch (error) {
    return errorResponse(error, log, request);
  }
}
