import { ownerOfBearer, socketsOfOtherCells } from "#accounts/auth/index.ts";
import type { StandbyApp } from "#cluster/node/standby-server.ts";
import type { Cells } from "#platform/cells.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { secretsOf } from "#platform/crypto/key-ring.ts";
import { forwardTo } from "#platform/http/cells/forward.ts";
import { type CellRouting, mountInCells } from "#platform/http/cells/in-cells.ts";
import { createForwardingRouter, type SendOn } from "#platform/http/router.ts";
import { createFindCaller, networkOf } from "#platform/http/server/caller.ts";
import { comingBackAnswer } from "#platform/http/server/coming-back.ts";
import { createRequestHandler } from "#platform/http/server/request-handler.ts";
import type { Log } from "#platform/log.ts";
import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";
import { createHub, type Hub, type OtherCells } from "#platform/realtime/hub.ts";
import type { Config } from "./config.ts";
import { features } from "./features.ts";

/** A standby knows no rights. */
interface Nobody {
  readonly watching: ReadonlySet<number>;
}
type SocketData = ReturnType<Hub<Nobody>["socketData"]>;

export interface StandbyAppOptions {
  readonly config: Config;
  readonly cells: Cells;
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * Answers the requests of users on a process that owns no cell: each is sent to the owner of its cell, and every socket is relayed
 * (docs/rules/cells.md#standbys). Nothing is read from files. While an owner does not answer, the answer is 503.
 */
export function createStandbyApp(options: StandbyAppOptions): StandbyApp<SocketData> {
  const { config, cells, log, clock = systemClock } = options;
  const secrets = secretsOf(config);
  const routing: CellRouting = { cells, secrets, now: clock.now, after: clock.after, ownerOfBearer };
  const toOwner: SendOn = (request, caller, body) =>
    forwardTo(cells, cells.own, request, caller, body).catch(() => comingBackAnswer(request));
  const routes = features.flatMap((feature) => feature.routes ?? []);
  const mounts = features.flatMap((feature) => feature.mounts ?? []);
  const hub = relayHub(options, socketsOfOtherCells({ cells, secrets, clock }));
  const ticks = setInterval(hub.tick, SOCKET_PING_MS);
  ticks.unref();
  const fetch = createRequestHandler<Bun.Server<SocketData>>({
    findCaller: createFindCaller(config.trustedProxies ?? [], config.publicUrl),
    publicUrl: config.publicUrl,
    log,
    metrics: null,
    readiness: { owner: () => false },
    owns: () => false,
    api: createForwardingRouter({ routes, routing, log, toOwner }).handle,
    mounts: mounts.map(({ prefix, cell }) => ({
      prefix,
      handle: (request, caller) =>
        cells.all().length === 1
          ? toOwner(request, caller)
          : mountInCells(routing, cell, request, caller, () => toOwner(request, caller)),
    })),
    pages: (request, caller) => toOwner(request, caller),
    upgrade: (request, server, caller) =>
      server.upgrade(request, { data: hub.socketData(networkOf(caller.ip), caller) }),
  });
  return {
    fetch,
    websocket: hub.websocket,
    close() {
      clearInterval(ticks);
      hub.close();
    },
  };
}

/** A hub that relays every socket, those of the own cell too. */
const relayHub = (
  { config, cells, clock = systemClock }: StandbyAppOptions,
  others: OtherCells,
): Hub<Nobody> =>
  createHub<Nobody>({
    clock,
    limitSockets: config.rateLimits,
    authenticate: () => null,
    reload: () => null,
    mayWatch: () => false,
    mayReceive: () => false,
    onFrame() {},
    onPresence() {},
    elsewhere: { ...others, cellOf: (token) => others.cellOf(token) ?? cells.own },
  });
