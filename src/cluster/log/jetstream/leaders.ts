import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { jetstreamManager } from "@nats-io/jetstream";
import * as v from "valibot";
import { HOME_CELL } from "#platform/cells.ts";
import type { Nats } from "./connection.ts";
import { LEASE_BUCKET, streamOf } from "./names.ts";

/** Time-out of one question, ms. */
const TIMEOUT_MS = 3000;
const DEFAULT_PORT = 4222;

/** Names of the servers of these addresses that run on this machine: they fail together with it. */
export async function serversHere(urls: readonly string[]): Promise<readonly string[]> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
  );
  const names = await Promise.all(
    urls.map(async (url) => {
      const parsed = URL.parse(url);
      if (!parsed) return null;
      const host = parsed.hostname.replace(/^\[|\]$/g, "");
      const found = await lookup(host).catch(() => null);
      return found && own.has(found.address)
        ? await nameOf(found.address, Number(parsed.port || DEFAULT_PORT))
        : null;
    }),
  );
  return names.filter((name) => name !== null);
}

const Greeting = v.object({ server_name: v.string() });

/** Server name in the INFO line, which a NATS server sends before TLS and authentication. Null without an answer. */
function nameOf(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let text = "";
    const end = (name: string | null) => {
      socket.destroy();
      resolve(name);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.on("error", () => end(null));
    socket.on("close", () => end(null));
    socket.on("data", (chunk) => {
      text += chunk.toString();
      const json = /^INFO (\{.*\})\s*\r\n/.exec(text)?.[1];
      if (json === undefined) return;
      const greeting = v.safeParse(Greeting, JSON.parse(json));
      end(greeting.success ? greeting.output.server_name : null);
    });
  });
}

/**
 * The streams whose leaders the owner of a cell moves. All cells share the leases: if each owner moved their leader off its own
 * machine, owners on different machines would move it in turn for ever. So the owner of the home cell does it.
 */
export const movedStreams = (cell: number): readonly string[] =>
  cell === HOME_CELL ? [streamOf(cell), `KV_${LEASE_BUCKET}`] : [streamOf(cell)];

/**
 * Moves the leaders of these streams of a cell to other servers than `avoid`. A leader beside the owner would fail together
 * with it, and the election would lengthen the takeover. Nothing happens when only such servers are current.
 */
export async function moveLeaders(nats: Nats, cell: number, avoid: readonly string[]): Promise<void> {
  if (avoid.length === 0) return;
  const manager = await jetstreamManager(nats.connection);
  for (const stream of movedStreams(cell)) {
    const { cluster } = await manager.streams.info(stream);
    if (!cluster?.leader || !avoid.includes(cluster.leader)) continue;
    const peer = cluster.replicas?.find(({ name, current }) => current && !avoid.includes(name));
    if (!peer) continue;
    const body = JSON.stringify({ placement: { preferred: peer.name } });
    await nats.ask(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, body, { timeoutMs: TIMEOUT_MS });
  }
}

const MOVE_MS = 10 * 60_000;

/** Keeps the leaders off this machine while it owns the cell: now and every 10 minutes until the process ends. */
export function keepLeadersAway(nats: Nats, cell: number, urls: readonly string[]): void {
  const move = async () => moveLeaders(nats, cell, await serversHere(urls));
  // A failure only makes a takeover longer; the next attempt follows in 10 minutes.
  const attempt = () => void move().catch(() => {});
  attempt();
  setInterval(attempt, MOVE_MS).unref();
}
