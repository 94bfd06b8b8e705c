import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 120_000;

describe("two machines", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-pair-"));
  let nats: NatsServers;
  let [a, b]: NodeProcess[] = [];

  beforeAll(async () => {
    if (program === null) return;
    nats = await startNats(program, folder);
    [a, b] = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls }),
    );
    await a?.command("cluster", "init");
    a?.start();
    b?.start();
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all([a?.stop("SIGKILL"), b?.stop("SIGKILL")]);
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  shown(
    "the first node takes the cell, a killed owner is replaced within 15 s, and the new one has its data",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      const first = await ownerOf([a, b]);
      const token = await signIn(first);
      const tag = await fetch(`${first.url}/api/tags`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "antes", color: "#112233" }),
      });
      expect(tag.status).toBeLessThan(300);
      const killedAt = performance.now();
      first.signal("SIGKILL");
      const second = await ownerOf([a, b], first);
      expect(performance.now() - killedAt).toBeLessThan(15_000);
      const list = await fetch(`${second.url}/api/tags`, { headers: { authorization: `Bearer ${token}` } });
      expect(await list.text()).toContain("antes");
      // The command fails until the killed node has rejoined as a current standby.
      const status = await eventually(
        () => second.command("cluster", "status").catch(() => undefined),
        "a cluster without problems",
      );
      expect(status).toContain(`owner ${second.name}`);
    },
    LIMIT_MS,
  );

  shown(
    "a node that is stopped while it opens the cell gives it back, so that the other one need not wait for the end of the lease",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      const owner = await ownerOf([a, b]);
      const standby = owner === a ? b : a;
      const connection = await connectNats({ urls: nats.urls, credsFile: null, caFile: null, name: "test" });
      const leases = createNatsLeases(connection);
      const holder = async () => {
        const read = await leases.read(1, { timeoutMs: 1000 });
        return read.result === "found" ? (read.entry.lease?.node ?? "") : null;
      };
      await owner.stop();
      await eventually(async () => ((await holder()) === standby.name ? true : undefined), "the next owner");
      await standby.stop();
      expect(await holder()).toBe("");
      await connection.close();
      owner.start();
      standby.start();
      await ownerOf([a, b]);
      await eventually(
        () => owner.command("cluster", "status").catch(() => undefined),
        "a cluster without problems",
      );
    },
    LIMIT_MS,
  );

  shown(
    "after the log lost its messages, rebase makes it again from the last owner's files, and the standby makes a new copy",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      const owner = await ownerOf([a, b]);
      const standby = owner === a ? b : a;
      await standby.stop("SIGKILL");
      await owner.stop();
      await expect(standby.command("cluster", "rebase", "--yes")).rejects.toThrow("on the last owner");
      await owner.command("cluster", "rebase", "--yes");
      owner.start();
      standby.start();
      const again = await ownerOf([a, b]);
      const token = await signIn(again);
      const list = await fetch(`${again.url}/api/tags`, { headers: { authorization: `Bearer ${token}` } });
      expect(await list.text()).toContain("antes");
      await eventually(
        () => again.command("cluster", "status").catch(() => undefined),
        "a current standby on the new log",
        60_000,
      );
    },
    LIMIT_MS,
  );
});
