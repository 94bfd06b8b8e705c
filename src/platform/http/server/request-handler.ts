import type { ForwardedCaller } from "#platform/cells.ts";
import { isDoorOpen } from "#platform/db/durability/doors.ts";
import { DurabilityError } from "#platform/db/durability/durability.ts";
import { AppError } from "#platform/errors.ts";
import { noteCaller } from "#platform/http/body/body.ts";
import { appErrorResponse, errorResponse } from "#platform/http/respond.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { Log } from "#platform/log.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { Caller, FindCaller } from "./caller.ts";
import type { CommitBarrier } from "./commit-barrier.ts";
import { healthAnswer, ownerAnswer, type Readiness, readinessAnswer } from "./health.ts";
import { noteRequest } from "./recent-activity.ts";
import { pathOf, rejectMalformed } from "./request-validation.ts";

type Answer = Response | Promise<Response>;
type Handle = (request: Request, caller: Caller, path: string) => Answer;

/** The part of `Bun.serve`'s server that is needed here. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
}

export interface RequestHandlerOptions<Server extends Peers = Peers> {
  readonly findCaller: FindCaller;
  /** Everything below `/api`. */
  readonly api: Handle;
  /** Handlers of paths outside `/api`, by prefix. */
  readonly mounts: readonly { readonly prefix: string; readonly handle: Handle }[];
  /** The web application: files, and its page for everything else. */
  readonly pages: Handle;
  /** Upgrades the request to a websocket; false when it is not an upgrade request. */
  readonly upgrade: (request: Request, server: Server, caller: Caller) => boolean;
  /** Address under which browsers reach us, when configured. */
  readonly publicUrl: string | null;
  readonly readiness: Readiness;
  /** Whether this process owns the cell with this number; on one machine it owns cell 1. */
  readonly owns: (cell: number) => boolean;
  readonly metrics: Metrics | null;
  readonly log: Log;
  /** Present in a cluster: answers of requests that wrote wait until their commits are durable. */
  readonly barrier?: CommitBarrier | null;
}

/**
 * The `fetch` of the server: rejects malformed requests, finds the caller's address and dispatches the request. `forwarded`: the
 * caller of a request that another node sent on (docs/rules/cells.md#links).
 */
export function createRequestHandler<Server extends Peers>(door: RequestHandlerOptions<Server>) {
  const { barrier } = door;
  const direct = (request: Request, caller: Caller, path: string): Answer => {
    for (const mount of door.mounts)
      if (path.startsWith(mount.prefix)) return mount.handle(request, caller, path);
    return door.pages(request, caller, path);
  };
  const outsideApi = barrier ? behindBarrier(barrier, direct, door.log) : direct;
  const dispatch = (request: Request, caller: Caller, path: string): Answer => {
    // The router uses the barrier itself, because it knows which parts of a request can write.
    if (path.startsWith("/api/")) return door.api(request, caller, path);
    if (path === "/metrics" && door.metrics) return door.metrics.answer(request);
    return outsideApi(request, caller, path);
  };

  return (request: Request, server: Server, forwarded?: ForwardedCaller): Answer | undefined => {
    const path = pathOf(request.url);
    const caller = forwarded
      ? ({ ...forwarded, isForwarded: true } as const)
      : door.findCaller(request, server.requestIP(request)?.address ?? "");
    const early = unrouted(door, request, path);
    if (early) return finish(early, caller.https);
    if (path === "/socket") {
      const refused = upgrade(door, request, caller, server);
      return refused && finish(refused, caller.https);
    }
    noteRequest();
    if (request.method !== "GET" && request.method !== "HEAD") noteCaller(request, caller.ip);
    const watched = door.metrics !== null || door.log.isLevelEnabled("debug");
    const started = watched ? performance.now() : 0;
    try {
      const answer = dispatch(request, caller, path);
      if (!watched && answer instanceof Response) return finish(answer, caller.https);
      return settle(door, request, path, answer, caller.https, started);
    } catch (error) {
      return finish(errorResponse(error, door.log, request), caller.https);
    }
  };
}

/** For webhooks and pages: watches the whole handler, and holds back its error answers too. */
const behindBarrier =
  (barrier: CommitBarrier, handle: Handle, log: Log): Handle =>
  async (request, caller, path) => {
    let answer: Response;
    try {
      answer = await barrier.watch(request, () => handle(request, caller, path));
    } catch (error) {
      answer = errorResponse(error, log, request);
    }
    return barrier.pass(request, answer);
  };

/** Health checks and malformed requests, before routing; load balancers send HTTP/1.0 without Host. Null = route it. */
function unrouted(
  { readiness, owns }: Pick<RequestHandlerOptions, "readiness" | "owns">,
  request: Request,
  path: string,
): Response | null {
  if (path === "/healthz") return healthAnswer();
  if (path === "/readyz") return readinessAnswer(readiness);
  if (path === "/ownerz") return ownerAnswer(owns, request.url);
  return rejectMalformed(request);
}

async function settle(
  door: Pick<RequestHandlerOptions, "log" | "metrics" | "mounts">,
  request: Request,
  path: string,
  answer: Answer,
  https: boolean,
  started: number,
): Promise<Response> {
  let response: Response;
  try {
    response = await answer;
  } catch (error) {
    response = errorResponse(error, door.log, request);
  }
  const ms = performance.now() - started;
  door.metrics?.observe(request, response.status, ms / 1000);
  const shown = { method: request.method, path: shownPath(door, path) };
  door.log.debug({ ...shown, status: response.status, ms: Math.round(ms) }, "request");
  return finish(response, https);
}

/**
 * Matches a fixed segment of a route (`queue-options`, `asaas`, `pt`) or an id. Tokens are longer, or mix letters and
 * digits.
 */
const PLAIN_SEGMENT = /^(?:[A-Za-z][A-Za-z_-]{0,29}|\d{1,15}|)$/;

/**
 * The path for the log (docs/rules/security.md#request-log): without the query, without what follows the prefix of a
 * mount, and without segments that can be a token, a file name or something that a person typed.
 */
const shownPath = ({ mounts }: Pick<RequestHandlerOptions, "mounts">, path: string): string =>
  mounts.find(({ prefix }) => path.startsWith(prefix))?.prefix ??
  path
    .split("/")
    .map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : "***"))
    .join("/");

/** Adds the security headers that a response does not have yet. */
function finish(response: Response, https: boolean): Response {
  const { headers } = response;
  if (https || !headers.has("x-content-type-options"))
    for (const [name, value] of Object.entries(securityHeaders("api", https)))
      if (!headers.has(name)) headers.set(name, value);
  return response;
}

/** Upgrades to a websocket, except from a page of another site. Programs send no Origin and are allowed. */
function upgrade<Server extends Peers>(
  door: RequestHandlerOptions<Server>,
  request: Request,
  caller: Caller,
  server: Server,
): Response | undefined {
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== door.publicUrl && URL.parse(origin)?.host !== caller.host)
    return appErrorResponse(new AppError(403, "ERR_NO_PERMISSION"));
  if (!isDoorOpen("broadcasts")) return appErrorResponse(new DurabilityError("closed"));
  if (door.upgrade(request, server, caller)) return undefined;
  return appErrorResponse(new AppError(400, "ERR_VALIDATION"));
}
