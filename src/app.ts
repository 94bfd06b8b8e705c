import * as v from "valibot";
import { audited } from "#audit/index.ts";
import { createGuard, createSocketAuthenticator, reloadViewer } from "#auth/index.ts";
import type { Config } from "#config.ts";
import { createDriver, droppedWebhooks, ProviderPort } from "#connections/index.ts";
import { features } from "#features.ts";
import product from "#package.json" with { type: "json" };
import { type Clock, systemClock } from "#platform/clock.ts";
import { one } from "#platform/db/database.ts";
import type { Assets } from "#platform/http/assets.ts";
import { type Caller, createFindCaller } from "#platform/http/caller.ts";
import { createFrontDoor, type FrontDoor } from "#platform/http/front-door.ts";
import { diskReady } from "#platform/http/health.ts";
import { listen } from "#platform/http/listen.ts";
import { describeRoutes } from "#platform/http/openapi.ts";
import { json } from "#platform/http/respond.ts";
import { createRouter } from "#platform/http/router.ts";
import { type Scheduler, startJobs } from "#platform/jobs/scheduler.ts";
import { createLog, type Log } from "#platform/log.ts";
import { createMetrics, type Metrics } from "#platform/metrics.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import { housekeeping } from "#tenants/housekeeping.ts";
import type { Installation } from "#tenants/installation.ts";
import { createLiveHub } from "#tenants/live-hub.ts";
import { type AppRoute, publicRoute } from "#tenants/route.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { RealtimePort, type Viewer, WatchPort } from "#tenants/viewer.ts";

export interface AppOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly log?: Log;
  /** The web application; without it only `/api` answers. */
  readonly assets?: Assets;
  /** Replaces doors to the outside world after the usual ones were plugged in (tests). */
  readonly plug?: (installation: Installation) => void;
  /** False: no job runs by itself; `runJob` runs one (tests). */
  readonly jobs?: boolean;
}

export type App = ReturnType<typeof createApp>;

/** Requests get this long to end after the stop began, ms. */
const REQUESTS_MS = 2000;
/** Everything must be over this long after the stop began, ms (R17). */
const STOP_MS = 9000;

/** Builds one Balcão from its configuration: nothing listens and no work begins before `start`. */
export function createApp(options: AppOptions) {
  const { config } = options;
  const log = options.log ?? createLog(config.logLevel);
  const { installation, close } = startInstallation({ config, clock: options.clock ?? systemClock, log });
  const hub = wire(installation, options.plug);
  const routes = withDescription(features.flatMap((feature) => feature.routes ?? [])).map(audited);
  const jobs = [...features.flatMap((feature) => feature.jobs ?? []), ...housekeeping(hub)];
  let server: ReturnType<typeof open> | undefined;
  let scheduler: Scheduler | undefined;
  let stopping = false;

  const inFlight = () => server?.pendingRequests ?? 0;
  const fetch = createFrontDoor({
    ...doors(installation, routes, options.assets),
    upgrade: (request) => server?.upgrade(request, { data: hub.socketData() }) ?? false,
    readiness: { running: () => !stopping, ...readiness(installation) },
    metrics: metricsOf(installation, hub, inFlight),
  });
  const open = () => listen({ port: config.port, host: config.host, fetch, websocket: hub.websocket });

  return {
    installation,
    routes,
    fetch,
    websocket: hub.websocket,
    /** Requests being answered right now. */
    inFlight,
    /** Listens, and begins all work; answers where. Throws PortInUse before anything began. */
    async start(): Promise<{ readonly port: number; readonly url: string }> {
      server = open();
      for (const feature of features) await feature.start?.(installation);
      if (options.jobs !== false)
        scheduler = startJobs(jobs, installation, { timeZone: config.timeZone, log });
      const port = server.port ?? config.port;
      return { port, url: config.publicUrl ?? `http://localhost:${port}` };
    },
    /** Runs one job now (tests, commands). */
    async runJob(name: string): Promise<void> {
      const job = jobs.find((known) => known.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run(installation);
    },
    /**
     * Stops accepting, says good-bye to sockets, lets features finish what is in flight, closes the files. What takes
     * longer than 9 s is left for the next start.
     */
    async stop(): Promise<void> {
      stopping = true;
      const deadline = pause(STOP_MS);
      hub.close();
      await Promise.race([server?.stop(), pause(REQUESTS_MS)]);
      await server?.stop(true);
      await Promise.race([scheduler?.stop(), deadline]);
      for (const feature of features.toReversed())
        await Promise.race([feature.stop?.(installation), deadline]);
      close();
    },
  };
}

/** Plugs the outside world in and lets the features listen to each other. */
function wire(installation: Installation, plug: AppOptions["plug"]): Hub<Viewer> {
  const { ports } = installation;
  const hub = createLiveHub(installation, features, {
    authenticate: createSocketAuthenticator(installation),
    reload: (identity, watching) => reloadViewer(installation, identity, watching),
  });
  ports.plug(RealtimePort, hub);
  ports.plug(WatchPort, () => false);
  ports.plug(OutboundPort, createOutbound({ allowPrivate: installation.config.allowPrivateUrls }));
  for (const feature of features) feature.listen?.(installation);
  ports.plug(ProviderPort, createDriver(installation));
  plug?.(installation);
  return hub;
}

/** What stands behind the front door. */
function doors(
  installation: Installation,
  routes: readonly AppRoute[],
  assets: Assets | undefined,
): Omit<FrontDoor, "upgrade" | "readiness" | "metrics"> {
  const { config, log } = installation;
  const router = createRouter({
    routes,
    guard: createGuard(installation),
    log,
    logOf: ({ user }) => user?.tenant.log ?? log,
  });
  const mounts = features.flatMap((feature) => feature.mounts ?? []);
  return {
    findCaller: createFindCaller(config.trustedProxies ?? [], config.publicUrl),
    publicUrl: config.publicUrl,
    log,
    api: router.handle,
    mounts: mounts.map(({ prefix, handle }) => ({
      prefix,
      handle: (request: Request, caller: Caller) => handle(installation, request, caller),
    })),
    pages: (request, { https }) => assets?.respond(request, https) ?? json({ error: "ERR_NOT_FOUND" }, 404),
  };
}

const readiness = ({ system, config, secrets }: Installation) => ({
  database: () => one(system, "SELECT 1") !== undefined,
  disk: () => diskReady(config.dataDir),
  key: () => secrets.key("readiness").length === 32,
});

function metricsOf(installation: Installation, hub: Hub<Viewer>, inFlight: () => number): Metrics | null {
  const { config, tenants } = installation;
  if (!config.metricsToken) return null;
  return createMetrics(config.metricsToken, {
    balcao_requests_in_flight: ["Requests being answered", inFlight],
    balcao_sockets: ["Live sockets", hub.sockets],
    balcao_companies_open: ["Companies open", () => [...tenants.awake()].length],
    balcao_meta_calls_dropped: [
      "Calls of Meta about pages and numbers nobody here has",
      () => droppedWebhooks(installation),
    ],
    balcao_companies_quarantined: ["Companies that cannot be opened", () => tenants.quarantined().size],
  });
}

/** The OpenAPI document of these routes. */
export const describeProduct = (routes: readonly AppRoute[]): object =>
  describeRoutes(routes, {
    title: "Balcão",
    version: product.version,
    description: "Customer service of many companies on WhatsApp, Facebook and Instagram",
    publicAccess: ["public"],
    securitySchemes: {
      connectionToken: {
        type: "http",
        scheme: "bearer",
        description: "Token of a connection, made on the page of the connections",
      },
      apiKey: {
        type: "http",
        scheme: "bearer",
        description: "Key of a company, made on the page of the API; the scope it needs stands beside it",
      },
    },
  });

/** The routes, and one that describes them. */
function withDescription(described: readonly AppRoute[]): readonly AppRoute[] {
  let page: object | undefined;
  const description = publicRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This description",
    answer: v.record(v.string(), v.unknown()),
    handle() {
      page ??= describeProduct([...described, description]);
      return page;
    },
  });
  return [...described, description];
}

/** A pause that does not keep the process alive: a stop that is done early ends early. */
const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref();
  });
