import { readFileSync } from "node:fs";
import type { MsgHdrs, NatsConnection, Server } from "@nats-io/transport-node";
import { OperatorError } from "#platform/errors.ts";

/**
 * After this many consecutive requests of one subject without an answer, another server is tried. The connected server may be cut
 * off from the others, or reach the leader of the leases but not the leader of the log.
 */
const SILENT_REQUESTS = 4;
/** Shortest time between two such changes, ms. */
const CHANGE_MS = 5000;

export interface NatsOptions {
  /** With `user:password@` before the host if the servers require it; the credentials of the first address are used for all. */
  readonly urls: readonly string[];
  /** Credentials of the account; null = none. */
  readonly credsFile: string | null;
  /** Certificate authority of the servers; null = those of the system. */
  readonly caFile: string | null;
  /** Client certificate and its key, for servers that verify clients. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string } | null;
  /** Shown in the servers' list of connections. */
  readonly name: string;
}

/** A connection that reconnects for ever, with requests that never reject for reasons of the network. */
export interface Nats {
  readonly connection: NatsConnection;
  /** The answer as JSON; null after a time-out, without a responder, or while disconnected. */
  ask(subject: string, body: Uint8Array | string, options: AskOptions): Promise<unknown>;
  close(): Promise<void>;
}
interface AskOptions {
  readonly timeoutMs: number;
  readonly headers?: MsgHdrs;
}

/** The options of the connection that the configuration names. */
export const natsOptions = (
  config: {
    readonly clusterNatsUrls: readonly string[] | null;
    readonly clusterNatsCredsFile: string | null;
    readonly clusterNatsCaFile: string | null;
    readonly clusterNatsCertFile: string | null;
    readonly clusterNatsKeyFile: string | null;
  },
  name: string,
): NatsOptions => ({
  urls: config.clusterNatsUrls ?? [],
  credsFile: config.clusterNatsCredsFile,
  caFile: config.clusterNatsCaFile,
  certificate:
    config.clusterNatsCertFile && config.clusterNatsKeyFile
      ? { certFile: config.clusterNatsCertFile, keyFile: config.clusterNatsKeyFile }
      : null,
  name,
});

/** User and password of the addresses; the library reads host and port alone. */
function userOf(urls: readonly string[]): { readonly user: string; readonly pass: string } | null {
  const url = URL.parse(urls[0] ?? "");
  if (!url?.username) return null;
  return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
}

/**
 * Dials another server first after a connection was lost, if there is one. The library would dial the lost server first: a
 * frozen server would cost the whole time-out, and a server that was left because it does not answer would be chosen again.
 */
function preferOthers() {
  /** The server that is connected or was lost; null once another one has been chosen for it. */
  let lost: string | null = null;
  return {
    choose(servers: readonly Server[]): Server | null {
      const [next, other] = servers;
      if (next?.listen !== lost) return null;
      lost = null;
      return other ?? null;
    },
    async watch(connection: NatsConnection): Promise<void> {
      lost = connection.getServer();
      for await (const { type } of connection.status())
        if (type === "reconnect") lost = connection.getServer();
    },
  };
}

/**
 * Connects to one of the servers, and to another one whenever it is lost. Throws `OperatorError` when the first
 * connection fails.
 */
export async function connectNats(options: NatsOptions): Promise<Nats> {
  const { urls, credsFile, caFile, certificate, name } = options;
  const { connect, credsAuthenticator } = await import("@nats-io/transport-node");
  const isTls = Boolean(caFile ?? certificate) || urls.some((url) => url.startsWith("tls:"));
  const settings = {
    servers: urls.map((url) => URL.parse(url)?.host ?? url),
    name,
    timeout: 3000,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 1000,
    maxPingOut: 2,
    ...userOf(urls),
    ...(credsFile ? { authenticator: credsAuthenticator(readFileSync(credsFile)) } : {}),
    ...(isTls ? { tls: { ...(caFile ? { caFile } : {}), ...certificate } } : {}),
  };
  // Check the password with a connection of its own, because one that reconnects for ever would also retry a wrong password for
  // ever. With a limit of attempts the library would skip the server after each server that does not answer.
  await connect({ ...settings, reconnect: false, maxReconnectAttempts: -1 }).then(
    (probe) => probe.close(),
    (error: unknown) => {
      throw new OperatorError(`no NATS server of CLUSTER_NATS_URL can be reached: ${String(error)}`);
    },
  );
  const others = preferOthers();
  const connection = await connect({
    ...settings,
    maxReconnectAttempts: -1,
    reconnectToServer: others.choose,
  });
  void others.watch(connection);
  /** Unanswered requests in a row, by subject: an answered renewal of the lease does not show that appends work. */
  const silent = new Map<string, number>();
  let changedMs = Number.NEGATIVE_INFINITY;

  function noteSilence(subject: string, isTimeout: boolean): void {
    if (!isTimeout) {
      silent.delete(subject);
      return;
    }
    const count = (silent.get(subject) ?? 0) + 1;
    silent.set(subject, count);
    if (count < SILENT_REQUESTS || performance.now() - changedMs < CHANGE_MS || connection.isClosed()) return;
    changedMs = performance.now();
    silent.clear();
    connection.reconnect().catch(() => {}); // It is reconnecting already.
  }

  return {
    connection,
    async ask(subject, body, { timeoutMs, headers }) {
      try {
        const request = { timeout: timeoutMs, ...(headers ? { headers } : {}) };
        const answer = (await connection.request(subject, body, request)).json();
        noteSilence(subject, false);
        return answer;
      } catch (error) {
        noteSilence(subject, error instanceof Error && error.name === "TimeoutError");
        return null;
      }
    },
    async close() {
      await connection.close();
    },
  };
}
