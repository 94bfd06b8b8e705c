import { audited } from "#accounts/audit/index.ts";
import { createSocketAuthenticator, reloadViewer, socketsOfOtherCells } from "#accounts/auth/index.ts";
import { CompanyTablesPort } from "#accounts/companies/index.ts";
import { createDriver, ProviderPort } from "#channels/connections/index.ts";
import { JobNamesPort } from "#operations/backups/index.ts";
import {
  CertificatePort,
  certificateAtStart,
  challengeAnswer,
  endsTls,
  secondsLeft,
} from "#operations/certificates/index.ts";
import { CompanyRowsPort } from "#operations/moves/index.ts";
import type { OwnedCell } from "#platform/cell.ts";
import type { Cells } from "#platform/cells.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { isReadable } from "#platform/db/database.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { networkOf } from "#platform/http/server/caller.ts";
import { comingBackAnswer } from "#platform/http/server/coming-back.ts";
import { diskReady, type Readiness, readinessAnswer } from "#platform/http/server/health.ts";
import {
  joinPorts,
  type NetworkListeners,
  type OpenPort,
  openListeners,
  type TlsOptions,
} from "#platform/http/server/network-listeners.ts";
import { createRequestHandler } from "#platform/http/server/request-handler.ts";
import type { Assets } from "#platform/http/web-files/assets.ts";
import { type Scheduler, startJobs } from "#platform/jobs/scheduler.ts";
import { createLog, type Log } from "#platform/log.ts";
import type { Gauges } from "#platform/metrics.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import type { Hub } from "#platform/realtime/hub.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { SharedRows } from "#platform/shared-rows.ts";
import { DirectoryKeysPort } from "#tenants/directory-keys.ts";
import { housekeeping } from "#tenants/housekeeping.ts";
import type { Installation } from "#tenants/installation.ts";
import { createLiveHub } from "#tenants/live-hub.ts";
import { createSharing } from "#tenants/shared/sharing.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { directoryFill, directorySweep, fillDirectory } from "#tenants/sweep-directory.ts";
import { RealtimePort, type Viewer, WatchPort } from "#tenants/viewer.ts";
import { withDescription } from "./app-description.ts";
import { handlersOf } from "./app-handlers.ts";
import { cellGauges, metricsOf } from "./app-metrics.ts";
import type { Config } from "./config.ts";
import { companyTables, directoryKeys, features, jobNames, movedTables, shared } from "./features.ts";

export interface AppOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly log?: Log;
  /** The cell that this process owns in a cluster; absent: one machine. */
  readonly cell?: OwnedCell;
  /** The cells of the installation; absent: this one alone. */
  readonly cells?: Cells;
  /** Opens the port for requests that other nodes send on; absent: none. */
  readonly openLinks?: (handlers: LinkHandlers) => OpenPort;
  /** Metrics of the cluster, in addition to the installation's. */
  readonly gauges?: Gauges;
  /** The store of the rows that all cells share; absent: none. */
  readonly sharedRows?: SharedRows;
  /** The media storage besides the data directory; absent: none. */
  readonly media?: RemoteMedia | null;
  /** Where commits must be before their effects leave; absent: on the local disk. */
  readonly durability?: Durability;
  /** The web application; absent: only `/api` is served. */
  readonly assets?: Assets;
  /** Replaces ports to the outside world after the usual ones were registered (tests). */
  readonly plug?: (installation: Installation) => void;
  /** False: no job is scheduled, jobs run only by `runJob` (tests). */
  readonly jobs?: boolean;
}

type Server = Bun.Server<ReturnType<Hub<Viewer>["socketData"]>>;

interface LinkHandlers {
  readonly handle: ReturnType<typeof createRequestHandler<Server>>;
  readonly websocket: Hub<Viewer>["websocket"];
}

export type App = ReturnType<typeof createApp>;

/** Time that requests have to end after the stop began, ms. */
const REQUESTS_MS = 2000;
const IDLE_CHECK_MS = 10;
/** All work must have ended this long after the stop began, ms. */
const STOP_MS = 9000;

/** Builds one Balcão from its configuration; nothing listens and no work begins before `start`. */
export function createApp(options: AppOptions) {
  const { config } = options;
  const log = options.log ?? createLog(config.logLevel);
  const { installation, close } = startInstallation({
    config,
    clock: options.clock ?? systemClock,
    log,
    cell: options.cell ?? null,
    ...(options.cells && { cells: options.cells }),
    sharedRows: options.sharedRows ?? null,
    media: options.media ?? null,
    ...(options.durability && { durability: options.durability }),
  });
  const hub = wire(installation, options.plug);
  const sharing = createSharing(installation, shared());
  const routes = withDescription(features.flatMap((feature) => feature.routes ?? [])).map(audited);
  const jobs = [
    ...features.flatMap((feature) => feature.jobs ?? []),
    ...housekeeping(hub),
    directorySweep(installation.cells.own),
    directoryFill,
  ];
  let doors: NetworkListeners | undefined;
  let scheduler: Scheduler | undefined;
  let stopping = false;

  const inFlight = () => doors?.pending() ?? 0;
  const ready: Readiness = {
    running: () => !stopping,
    ...readiness(installation),
    ...tlsReadiness(installation),
  };
  const answer = createRequestHandler<Server>({
    ...handlersOf(installation, routes, options.assets),
    upgrade: (request, server, caller) =>
      server.upgrade(request, { data: hub.socketData(networkOf(caller.ip), caller) }),
    readiness: ready,
    owns: (number) => !stopping && ownsCell(installation.cell, number),
    metrics: metricsOf(installation, hub, inFlight, {
      ...options.gauges,
      ...cellGauges(installation, sharing),
    }),
  });
  // During a planned takeover the next owner answers: refused requests are repeated there.
  const fetch: typeof answer = (request, server, forwarded) =>
    stopping && options.cell ? comingBackAnswer(request) : answer(request, server, forwarded);
  const open = () => {
    const opened = openListeners(
      { port: config.port, host: config.host, fetch, websocket: hub.websocket },
      tlsOf(installation, ready),
    );
    installation.ports.plug(CertificatePort, opened);
    const links = options.openLinks?.({ handle: fetch, websocket: hub.websocket });
    return links ? joinPorts(opened, links) : opened;
  };

  return {
    installation,
    routes,
    fetch,
    websocket: hub.websocket,
    /** Requests in progress. */
    inFlight,
    /** Listens and begins all work; returns the address. Throws PortInUse before anything has begun. */
    async start(): Promise<{ readonly port: number; readonly url: string }> {
      doors = open();
      for (const feature of features) await feature.start?.(installation);
      void fillDirectory(installation);
      sharing?.start();
      if (options.jobs !== false)
        scheduler = startJobs(jobs, installation, { timeZone: config.timeZone, log });
      const { port } = doors;
      const scheme = endsTls(installation) ? "https" : "http";
      return { port, url: config.publicUrl ?? `${scheme}://localhost:${port}` };
    },
    /** Runs one job now, never at the same time as its scheduled run (tests, commands). */
    async runJob(name: string): Promise<void> {
      if (scheduler) return scheduler.runNow(name);
      const job = jobs.find((known) => known.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run(installation);
    },
    /** Publishes or copies the rows that all cells share now (tests). */
    shareNow: () => sharing?.now(),
    /**
     * Stops accepting requests, closes the sockets, lets features finish work in progress, closes the files. Work that takes
     * longer than 9 s is left for the next start.
     */
    async stop(): Promise<void> {
      stopping = true;
      const deadline = pause(STOP_MS);
      hub.close();
      const idle = installation.cell ? untilIdle(inFlight) : undefined;
      await Promise.race([doors?.stop(), pause(REQUESTS_MS), ...(idle ? [idle] : [])]);
      await doors?.stop(true);
      await Promise.race([scheduler?.stop(), deadline]);
      await Promise.race([sharing?.stop(), deadline]);
      for (const feature of features.toReversed())
        await Promise.race([feature.stop?.(installation), deadline]);
      close();
    },
  };
}

/** A proxy keeps its connections open, so that a stop of the port alone would wait for its time-out. */
async function untilIdle(inFlight: () => number): Promise<void> {
  do await pause(IDLE_CHECK_MS);
  while (inFlight() > 0);
}

/** Registers the ports to the outside world and the listeners of the features. */
function wire(installation: Installation, plug: AppOptions["plug"]): Hub<Viewer> {
  const { ports } = installation;
  const hub = createLiveHub(installation, features, {
    authenticate: createSocketAuthenticator(installation),
    reload: (identity, watching) => reloadViewer(installation, identity, watching),
    elsewhere: socketsOfOtherCells(installation),
  });
  ports.plug(RealtimePort, hub);
  ports.plug(WatchPort, () => false);
  const { allowPrivateUrls, simulatedHosts } = installation.config;
  ports.plug(OutboundPort, createOutbound({ allowPrivate: allowPrivateUrls, exempt: simulatedHosts ?? [] }));
  ports.plug(JobNamesPort, jobNames());
  ports.plug(CompanyTablesPort, companyTables());
  ports.plug(CompanyRowsPort, movedTables());
  ports.plug(DirectoryKeysPort, directoryKeys);
  for (const feature of features) feature.listen?.(installation);
  ports.plug(ProviderPort, createDriver(installation));
  plug?.(installation);
  return hub;
}

/** The TLS configuration of this server; null = a proxy terminates TLS. */
function tlsOf(installation: Installation, ready: Readiness): TlsOptions | null {
  if (!endsTls(installation)) return null;
  const { config } = installation;
  return {
    pair: certificateAtStart(installation),
    plainPort: config.tlsHttpPort,
    publicUrl: config.publicUrl,
    challenge: (path) => challengeAnswer(installation, path),
    ready: () => readinessAnswer(ready),
  };
}

/** On one machine this process owns cell 1. Called for each health check of a proxy. */
function ownsCell(cell: OwnedCell | null, number: number): boolean {
  if (cell === null) return number === 1;
  const isOwner = number === cell.number && cell.isLeaseValid;
  if (isOwner) cell.notePassedCheck?.();
  return isOwner;
}

/** Ready only with a certificate that has not expired, because this server terminates TLS. */
const tlsReadiness = (installation: Installation): Readiness =>
  endsTls(installation)
    ? { certificate: () => (secondsLeft(installation, installation.clock.now()) ?? 0) > 0 }
    : {};

const readiness = ({ system, config, secrets, durability }: Installation) => ({
  ...(durability.isRemote && { lease: () => durability.isOpen }),
  database: () => isReadable(system),
  disk: () => diskReady(config.dataDir),
  key: () => secrets.key("readiness").length === 32,
});

/** A pause that does not keep the process alive, so that an early stop ends early. */
const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref();
  });
