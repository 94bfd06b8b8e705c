import { describe, expect, test } from "bun:test";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { ServerFacts, StreamFacts } from "#cluster/log/jetstream/servers.ts";
import { createKeyCheck } from "#cluster/node/key-check.ts";
import {
  clocks,
  connected,
  distinctMachines,
  keys,
  leaders,
  links,
  server,
  speed,
  standbys,
  stream,
} from "./cluster-findings.ts";
import type { Finding } from "./finding.ts";

const NOW = 1_000_000;
const words = (found: Iterable<Finding>) => [...found].map(({ severity, what }) => `${severity}: ${what}`);
const beat = (more: Partial<Heartbeat> = {}): Heartbeat => ({
  node: "b",
  address: "https://10.0.0.2:3443",
  role: "standby",
  applied: {},
  isReady: true,
  version: "1.0.0",
  formats: [1],
  atMs: NOW,
  ...more,
});
const good: StreamFacts = {
  name: "CELL_1",
  replicas: 3,
  isFile: true,
  deniesDelete: true,
  discardsOld: false,
  allowsDirect: false,
  duplicatesMs: 120_000,
  leader: "c",
  behind: [],
  bytes: 10,
  maxBytes: 100,
  clockDifferenceMs: 0,
};
const facts: ServerFacts = {
  monitorUrl: "http://10.0.0.1:8222",
  name: "a",
  version: "2.15.1",
  isSynced: true,
};

describe("a healthy cluster has no finding", () => {
  const owner = beat({ node: "a", role: "owner", address: "https://10.0.0.1:3443" });
  test.each([
    ["addresses", distinctMachines(["tls://10.0.0.1:4222", "tls://10.0.0.2:4222", "tls://10.0.0.3:4222"])],
    ["a server", server(facts.monitorUrl, facts, { clusterNatsSync: null })],
    ["the connection", connected({ version: "2.15.1", max_payload: 1_048_576 })],
    ["the log", stream("CELL_1", good)],
    ["speed", speed({ syncMs: 5, roundTripMs: 1 })],
    ["standbys", standbys([owner, beat()], () => true)],
    [
      "the links of several cells",
      links([1, 2], [owner, beat(), beat({ role: "copy", address: "" })], () => true),
    ],
    ["the links of one cell", links([1], [beat({ address: "" })], () => true)],
    ["clocks", clocks([beat({ atMs: NOW - 1000 })], () => true, NOW)],
    [
      "the leader",
      leaders(
        [{ name: "CELL_1", facts: { ...good, leader: "c" } }],
        [{ monitorUrl: facts.monitorUrl, facts }],
        owner,
      ),
    ],
  ])("%s", (_, found) => {
    expect(words(found)).toEqual([]);
  });
});

describe("findings about a cluster", () => {
  test("doctor names two NATS servers on one machine, and a missing third one", () => {
    const found = words(distinctMachines(["tls://10.0.0.1:4222", "tls://10.0.0.1:4223"]));
    expect(found).toEqual([
      "warning: CLUSTER_NATS_URL names 2 servers",
      "error: several NATS servers run on one machine",
    ]);
  });

  test("doctor names a NATS server that does not sync every write, and one that is too old", () => {
    const bad = { ...facts, isSynced: false, version: "2.12.2" };
    expect(words(server(facts.monitorUrl, bad, { clusterNatsSync: null }))).toEqual([
      expect.stringContaining("error: the NATS server a does not sync every write"),
      "error: the NATS server a is 2.12.2, older than 2.12.3",
    ]);
    expect(words(connected({ version: "2.9.10", max_payload: 1_048_576 }))).toEqual([
      "error: NATS is 2.9.10, older than 2.12.3",
    ]);
  });

  test("doctor reports an unreadable sync_interval as an error, or as a warning with the operator's confirmation", () => {
    expect(words(server("http://x", null, { clusterNatsSync: null }))[0]).toStartWith("error: http://x");
    expect(words(server("http://x", null, { clusterNatsSync: "always" }))[0]).toStartWith(
      "warning: http://x",
    );
  });

  test("doctor names a message size limit that is too small for a batch", () => {
    const [found] = words(connected({ version: "2.15.1", max_payload: 500_000 }));
    expect(found).toBe("error: NATS accepts messages of 500000 bytes, less than 1000000");
  });

  test("doctor names a log without three replicas, in memory, that discards messages, or that permits deletions", () => {
    const bad = { ...good, replicas: 1, isFile: false, discardsOld: true, deniesDelete: false };
    expect(words(stream("CELL_1", bad))).toEqual([
      "error: the stream CELL_1 has 1 replicas, storage in memory, discard: old, deletions allowed",
    ]);
    expect(words(stream("CELL_1", null))[0]).toStartWith("error: the stream CELL_1 does not exist");
  });

  test("doctor names a stream whose replicas may answer reads with old data, or that forgets message ids too early", () => {
    expect(words(stream("KV_LEASES", { ...good, allowsDirect: true, duplicatesMs: 2000 }))).toEqual([
      "error: the stream KV_LEASES has reads from replicas that are behind (allow_direct), a duplicate window of 2 s",
    ]);
  });

  test("doctor names a replica that is behind, and a log that is nearly full", () => {
    expect(words(stream("CELL_1", { ...good, behind: ["c"], bytes: 81 }))).toEqual([
      "warning: c is behind for CELL_1",
      expect.stringContaining("warning: CELL_1 is 81 % full"),
    ]);
  });

  test("doctor names a leader of the log on the owner's machine", () => {
    const owner = beat({ node: "a", role: "owner", address: "https://10.0.0.1:3443" });
    const streams = [{ name: "CELL_1", facts: { ...good, leader: "a" } }];
    const found = words(leaders(streams, [{ monitorUrl: facts.monitorUrl, facts }], owner));
    expect(found).toEqual(["info: the leader of CELL_1 runs on the owner's machine"]);
  });

  test("doctor names slow writes, a slow round trip, and writes that are not confirmed", () => {
    expect(words(speed({ syncMs: 80, roundTripMs: 30 }))).toEqual([
      expect.stringContaining("warning: a synced write to NATS takes 80 ms"),
      expect.stringContaining("warning: a round trip to NATS takes 30 ms"),
    ]);
    expect(words(speed({ syncMs: null, roundTripMs: 1 }))).toEqual(["error: NATS does not confirm writes"]);
  });

  test("doctor names a wrong clock of a server or of a running node", () => {
    expect(words(stream("CELL_1", { ...good, clockDifferenceMs: -5000 }))).toEqual([
      "warning: the clock of NATS differs from this machine's by -5 s",
    ]);
    const far = [beat({ atMs: NOW - 60_000 })];
    expect(words(clocks(far, () => true, NOW))).toEqual([
      "warning: the clock of node b differs from this machine's by -60 s",
    ]);
    expect(words(clocks(far, () => false, NOW))).toEqual([]);
  });

  test("doctor names a node with another APP_SECRET", () => {
    const [ours, theirs] = [createKeyCheck("ours"), createKeyCheck("theirs")];
    const nodes = [
      { ...beat({ node: "a" }), proof: ours.prove(beat({ node: "a" })) },
      { ...beat(), proof: theirs.prove(beat()) },
    ];
    expect(words(keys(nodes, ours, () => true))).toEqual(["error: APP_SECRET differs from that of b"]);
  });

  test("a node without CLUSTER_URL is named when there are several cells", () => {
    const nodes = [beat({ node: "a", address: "" }), beat(), beat({ node: "dead", address: "" })];
    expect(words(links([1, 2], nodes, (node) => node !== "dead"))).toEqual([
      "error: nodes of other cells cannot send requests to a",
    ]);
  });

  test("doctor names a missing standby, one that is not ready, and nodes of different versions", () => {
    const owner = beat({ node: "a", role: "owner" });
    expect(words(standbys([owner, beat()], (node) => node === "a"))).toEqual([
      "warning: no standby is ready to take over",
    ]);
    expect(words(standbys([owner, beat({ isReady: false, version: "1.1.0" })], () => true))).toEqual([
      "warning: no standby is ready to take over",
      "info: the nodes run different versions: 1.0.0, 1.1.0",
    ]);
  });
});
