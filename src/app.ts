import * as v from "valibot";
import { createGuard, createSocketAuthenticator, reloadViewer } from "#auth/index.ts";
import type { Config } from "#config.ts";
import { createDriver, ProviderPort } from "#connections/index.ts";
import { features } from "#features.ts";
import product from "#package.json" with { type: "json" };
import { type Clock, systemClock } from "#platform/clock.ts";
import { one } from "#platform/db/database.ts";
import type { Assets } from "#platform/http/assets.ts";
import { createFindCaller } from "#platform/http/caller.ts";
import { createFrontDoor } from "#platform/http/front-door.ts";
import { diskReady } from "#platform/http/health.ts";
import { describeRoutes } from "#platform/http/openapi.ts";
import { json } from "#platform/http/respond.ts";
import { createRouter } from "#platform/http/router.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { type Scheduler, startJobs } from "#platform/jobs/scheduler.ts";
import { createLog, type Log } from "#platform/log.ts";
import { createMetrics } from "#platform/metrics.ts";
import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import { createLiveHub } from "#tenants/live-hub.ts";
import { type AppRoute, publicRoute } from "#tenants/route.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { RealtimePort, WatchPort } from "#tenants/viewer.ts";

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

/** Companies nobody used for this long are closed, ms. */
const IDLE_MS = 10 * 60_000;
/** Everything must be over this long after the stop began, ms (R17). */
const STOP_MS = 9_000;

/** Builds one Balcão from its configuration: nothing listens and no work begins before `start`. */
export function createApp(options: AppOptions) {
  const { config } = options;
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config.logLevel);
  const { installation, close } = startInstallation({ config, clock, log });
  const { ports, tenants, system } = installation;

  const hub = createLiveHub(installation, features, {
    authenticate: createSocketAuthenticator(installation),
    reload: (identity, watching) => reloadViewer(installation, identity, watching),
  });
  ports.plug(RealtimePort, hub);
  ports.plug(WatchPort, () => false);
  for (const feature of features) feature.listen?.(installation);
  ports.plug(ProviderPort, createDriver(installation));
  options.plug?.(installation);

  const routes = withDescription(features.flatMap((feature) => feature.routes ?? []));
  const router = createRouter({
    routes,
    guard: createGuard(installation),
    log,
    logOf: ({ user }) => user?.tenant.log ?? log,
  });
  let stopping = false;
  let server: ReturnType<typeof listen> | undefined;
  const inFlight = () => server?.pendingRequests ?? 0;
  const frontDoor = createFrontDoor({
    findCaller: createFindCaller(config.trustedProxies ?? [], config.publicUrl),
    api: router.handle,
    mounts: features.flatMap((feature) =>
      (feature.mounts ?? []).map(({ prefix, handle }) => ({
        prefix,
        handle: (request: Request, caller: Parameters<typeof handle>[2]) =>
          handle(installation, request, caller),
      })),
    ),
    pages: (request, { https }) =>
      options.assets?.respond(request, https) ?? json({ error: "ERR_NOT_FOUND" }, 404),
    upgrade: (request) => server?.upgrade(request, { data: hub.socketData() }) ?? false,
    publicUrl: config.publicUrl,
    readiness: {
      running: () => !stopping,
      database: () => one(system, "SELECT 1") !== undefined,
      disk: () => diskReady(config.dataDir),
      key: () => installation.secrets.key("readiness").length === 32,
    },
    metrics: config.metricsToken
      ? createMetrics(config.metricsToken, {
          balcao_requests_in_flight: ["Requests being answered", inFlight],
          balcao_sockets: ["Live sockets", hub.sockets],
          balcao_companies_open: ["Companies open", () => [...tenants.awake()].length],
          balcao_companies_quarantined: ["Companies that cannot be opened", () => tenants.quarantined().size],
        })
      : null,
    log,
  });

  const jobs = [
    ...features.flatMap((feature) => feature.jobs ?? []),
    defineJob<Installation>({
      name: "socket_tick",
      every: { seconds: SOCKET_PING_MS / 1000 },
      run: () => hub.tick(),
    }),
    defineJob<Installation>({
      name: "close_idle",
      every: { seconds: 60 },
      run: () => tenants.closeIdle(IDLE_MS),
    }),
  ];
  let scheduler: Scheduler | undefined;
  const listen = () =>
    Bun.serve({
      port: config.port,
      hostname: config.host,
      // Seconds without a byte; a pairing or a log-out at the phone may take its 10.
      idleTimeout: 60,
      // Uploads stream; JSON has a limit of its own.
      maxRequestBodySize: 1_100 * 1024 * 1024,
      fetch: frontDoor,
      websocket: hub.websocket,
    });

  return {
    installation,
    routes,
    fetch: frontDoor,
    websocket: hub.websocket,
    /** Requests being answered right now. */
    inFlight,
    /** Begins all work and listens; answers where. */
    async start(): Promise<{ readonly port: number; readonly url: string }> {
      for (const feature of features) await feature.start?.(installation);
      server = listen();
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
      await Promise.race([server?.stop(), pause(2000)]);
      await server?.stop(true);
      await Promise.race([scheduler?.stop(), deadline]);
      for (const feature of features.toReversed())
        await Promise.race([feature.stop?.(installation), deadline]);
      close();
    },
  };
}

/** The routes, and one that describes them. */
function withDescription(described: readonly AppRoute[]): readonly AppRoute[] {
  let page: object | undefined;
  const description = publicRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This description",
    answer: v.record(v.string(), v.unknown()),
    handle() {
      page ??= describeRoutes([...described, description], {
        title: "Balcão",
        version: product.version,
        description: "Customer service of many companies on WhatsApp, Facebook and Instagram",
        publicAccess: ["public"],
      });
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
