import { expect, test } from "bun:test";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { createNatsLeases } from "./nats-leases.ts";

const beatOf = (node: string, cell: number) => ({
  ...{
    node,
    address: "",
    role: "standby",
    applied: { [cell]: 7 },
    isReady: true,
    version: "1",
    formats: [1],
  },
  atMs: 1,
});

/** Servers that have these heartbeats; `read` has the nodes whose heartbeat was read. */
function serversWith(cells: ReadonlyMap<string, number>) {
  const read: string[] = [];
  const ask = async (subject: string, body: Uint8Array | string) => {
    if (subject.endsWith("INFO.KV_LEASES")) {
      const subjects = [...cells.keys()].map((node) => [`$KV.LEASES.node.${node}`, 1]);
      return { state: { subjects: Object.fromEntries(subjects) } };
    }
    const key: string = JSON.parse(String(body)).last_by_subj;
    const node = key.slice("$KV.LEASES.node.".length);
    read.push(node);
    const data = Buffer.from(JSON.stringify(beatOf(node, cells.get(node) ?? 0))).toString("base64");
    return { message: { subject: key, seq: 1, data, time: "2026-11-30T00:00:00Z" } };
  };
  return { leases: createNatsLeases({ ask } as unknown as Nats), read };
}

test("heartbeats of nodes of other cells are read once a minute, those of the own cell each time", async () => {
  const cells = new Map(Array.from({ length: 20 }, (_, n) => [`n${n}`, 1 + Math.floor(n / 2)] as const));
  const { leases, read } = serversWith(cells);
  const names = async (cell: number) => (await leases.heartbeats(cell)).map(({ node }) => node);
  expect(await names(3)).toEqual(["n4", "n5"]);
  expect(read).toHaveLength(20);
  read.splice(0);
  expect(await names(3)).toEqual(["n4", "n5"]);
  expect(read).toEqual(["n4", "n5"]);
  // A new node, one that was removed, and all of them for names and keys.
  cells.set("n20", 3);
  cells.delete("n4");
  expect(await names(3)).toEqual(["n5", "n20"]);
  expect(await leases.allHeartbeats()).toHaveLength(20);
});
