import {
  createGuard,
  createKnowsSession,
  guardAgain,
  ownerOfBearer,
  requireSame,
} from "#accounts/auth/index.ts";
import { loadOf } from "#accounts/companies/index.ts";
import { endsTls } from "#operations/certificates/index.ts";
import { type CellRouting, mountInCells } from "#platform/http/cells/in-cells.ts";
import { Admission, type RequestOwner } from "#platform/http/fairness/admission.ts";
import { json } from "#platform/http/respond.ts";
import { createRouter } from "#platform/http/router.ts";
import { type Caller, createFindCaller, networkOf } from "#platform/http/server/caller.ts";
import { createCommitBarrier } from "#platform/http/server/commit-barrier.ts";
import type { RequestHandlerOptions } from "#platform/http/server/request-handler.ts";
import type { Assets } from "#platform/http/web-files/assets.ts";
import { chargePieces } from "#platform/jobs/yield-to-event-loop.ts";
import { brandedPage } from "#provider/branding/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { AppRoute, RequestCtx } from "#tenants/route.ts";
import { features } from "./features.ts";

/** The handlers behind the request handler: the API, the mounts of the features, the web application. */
export function handlersOf(
  installation: Installation,
  routes: readonly AppRoute[],
  assets: Assets | undefined,
): Omit<RequestHandlerOptions, "upgrade" | "readiness" | "owns" | "metrics"> {
  const { config, log } = installation;
  const admission = new Admission();
  chargePieces((owner, ms) => {
    if (owner !== "server") admission.charge(String(owner.id), ms);
  });
  const barrier = createCommitBarrier(installation.durability);
  const { cells, secrets, clock } = installation;
  const routing: CellRouting = {
    ...{ cells, secrets, ownerOfBearer },
    now: () => clock.now(),
    after: clock.after,
    ownLoad: (planId) => loadOf(installation, planId),
    knowsSession: createKnowsSession(installation),
  };
  const router = createRouter({
    routes,
    routing,
    barrier,
    guard: createGuard(installation),
    recheckPermissions: guardAgain,
    requireSame,
    admission,
    ownerOf: whoOf,
    isKnown: ({ user }) => user !== undefined,
    log,
    logOf: ({ user }) => user?.tenant.log ?? log,
  });
  const mounts = features.flatMap((feature) => feature.mounts ?? []);
  return {
    findCaller: createFindCaller(config.trustedProxies ?? [], config.publicUrl, endsTls(installation)),
    publicUrl: config.publicUrl,
    log,
    barrier,
    api: router.handle,
    mounts: mounts.map(({ prefix, cell, handle }) => {
      const here = (request: Request, caller: Caller) =>
        admission.run({ company: prefix, person: networkOf(caller.ip) }, "call", request, () =>
          handle(installation, request, caller),
        );
      return {
        prefix,
        handle: (request: Request, caller: Caller) =>
          cells.all().length === 1
            ? here(request, caller)
            : mountInCells(routing, cell, request, caller, () => here(request, caller)),
      };
    }),
    pages: (request, { https }) =>
      assets?.respond(request, https, brandedPage(installation, request)) ??
      json({ error: "ERR_NOT_FOUND" }, 404),
  };
}

/**
 * The owner whose share of the server a request uses: a user or API key of a company; without a login session, an
 * address.
 */
function whoOf({ user }: RequestCtx, ip: string): RequestOwner {
  if (!user) return { company: "public", person: networkOf(ip) };
  const { tenant, actor } = user;
  return { company: String(tenant.id), person: actor.id === 0 ? `key ${actor.name}` : String(actor.id) };
}
