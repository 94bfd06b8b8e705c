import { cpSync, rmSync } from "node:fs";
import type { NatsServers } from "#test/helpers/nats/servers.ts";
import type { ClusterWorld } from "./cluster-world.ts";
import { at, type FaultKind } from "./fault.ts";

const OUTAGE_MS = 7000;
/** Messages that are written after the disks of the servers were copied, and lost with them, ms. */
const LOST_MS = 3000;

/** The server that leads the log of the cell, as an operator sees it. */
export async function leaderOf({ nats, nodes }: ClusterWorld): Promise<number> {
  const [node] = nodes;
  const status = await node.command("cluster", "status", "--json").catch((error: Error) => error.message);
  const name = /"leader": "([^"]+)"/.exec(status)?.[1];
  return Math.max(0, nats.names.indexOf(name ?? ""));
}

async function outage({ nats }: ClusterWorld, servers: readonly number[], ms: number): Promise<void> {
  await Promise.all(servers.map((server) => nats.kill(server)));
  await Bun.sleep(ms);
  await Promise.all(servers.map((server) => nats.start(server)));
}

/** Puts the disks of all servers back to where they were before `written`. */
export async function loseLastMessages(nats: NatsServers, written: () => Promise<unknown>): Promise<void> {
  const servers = [...nats.names.keys()];
  const copyOf = (server: number) => `${nats.store(server)}-before`;
  await Promise.all(servers.map((server) => nats.kill(server, "SIGTERM")));
  for (const server of servers) {
    rmSync(copyOf(server), { recursive: true, force: true });
    cpSync(nats.store(server), copyOf(server), { recursive: true });
  }
  await Promise.all(servers.map((server) => nats.start(server)));
  await written();
  await Promise.all(servers.map((server) => nats.kill(server)));
  for (const server of servers) {
    nats.wipe(server);
    cpSync(copyOf(server), nats.store(server), { recursive: true });
  }
  await Promise.all(servers.map((server) => nats.start(server)));
}

/** The server stops using its disk; an operator makes room and starts it again. */
async function fillDisk(world: ClusterWorld, server: number): Promise<void> {
  const disk = at(world.serverDisks, server);
  await disk.fill();
  await Bun.sleep(OUTAGE_MS);
  disk.free();
  await world.nats.kill(server, "SIGTERM");
  await world.nats.start(server);
}

/** Failures of the NATS servers. */
export const SERVER_FAULTS: readonly FaultKind[] = [
  {
    name: "the NATS server that leads the log is killed",
    takesOver: false,
    make: async (world) => outage(world, [await leaderOf(world)], OUTAGE_MS),
  },
  {
    name: "the NATS server that leads the log freezes and wakes",
    takesOver: false,
    async make(world) {
      const leader = await leaderOf(world);
      await world.nats.kill(leader, "SIGSTOP");
      await Bun.sleep(OUTAGE_MS);
      await world.nats.kill(leader, "SIGCONT");
    },
  },
  {
    name: "the disk of the NATS server that leads the log is full",
    takesOver: false,
    needs: "serverDisks",
    make: async (world) => fillDisk(world, await leaderOf(world)),
  },
  {
    name: "the disk of a NATS server that follows is full",
    takesOver: false,
    needs: "serverDisks",
    make: async (world) => fillDisk(world, ((await leaderOf(world)) + 1) % world.nats.names.length),
  },
  {
    name: "two of three NATS servers are killed",
    takesOver: false,
    make: (world) => outage(world, [0, 1], OUTAGE_MS),
  },
  {
    name: "the owner and the NATS server that leads the log are killed together",
    pause: "with the leader",
    takesOver: false,
    async make(world, owner) {
      const leader = await leaderOf(world);
      owner.signal("SIGKILL");
      await outage(world, [leader], OUTAGE_MS);
    },
  },
  {
    name: "a NATS server starts again with an empty disk",
    takesOver: false,
    isLong: true,
    async make({ nats }) {
      await nats.kill(2);
      nats.wipe(2);
      await nats.start(2);
    },
  },
  {
    name: "the NATS servers lose their last messages",
    takesOver: false,
    isLong: true,
    make: ({ nats }) => loseLastMessages(nats, () => Bun.sleep(OUTAGE_MS + LOST_MS)),
  },
];
