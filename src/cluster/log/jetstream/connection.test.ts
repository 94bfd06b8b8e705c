import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { connectNats } from "./connection.ts";

const program = natsProgram();

test.skipIf(program === null)(
  "a node leaves a server that answers renewals of the lease and no append",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "balcao-nats-connection-"));
    const servers: NatsServers[] = [];
    const partners: NatsConnection[] = [];
    try {
      // Two servers that form no cluster, so that one can answer a request that the other one does not answer.
      for (const name of ["one", "other"])
        servers.push(await startNats(program ?? "", join(folder, name), { servers: 1 }));
      const urls = servers.flatMap((server) => server.urls);
      const nats = await connectNats({ urls, credsFile: null, caFile: null, name: "node" });
      const first = nats.connection.getServer();
      for (const url of urls) {
        const partner = await connect({ servers: url });
        partners.push(partner);
        const isFirst = partner.getServer() === first;
        partner.subscribe("lease", { callback: (_, message) => void message.respond("{}") });
        partner.subscribe("append", {
          callback: (_, message) => void (isFirst ? undefined : message.respond("{}")),
        });
        await partner.flush();
      }
      let answer: unknown = null;
      for (let tries = 0; answer === null && tries < 20; tries += 1) {
        answer = await nats.ask("append", "", { timeoutMs: 100 });
        await nats.ask("lease", "", { timeoutMs: 1000 });
      }
      expect(answer).toEqual({});
      expect(nats.connection.getServer()).not.toBe(first);
      await nats.close();
    } finally {
      await Promise.all(partners.map((partner) => partner.close()));
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    }
  },
  30_000,
);
