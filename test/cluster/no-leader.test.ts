import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCell, hasCell } from "#cluster/log/jetstream/assets.ts";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 90_000;

/** The server that leads the others, which alone creates streams. */
async function leaderOf({ names, monitorUrls }: NatsServers): Promise<number> {
  const answer = await fetch(`${monitorUrls[0]}/jsz`);
  const { meta_cluster: meta } = (await answer.json()) as {
    readonly meta_cluster: { readonly leader: string };
  };
  return names.indexOf(meta.leader);
}

describe("servers that are electing a leader", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-no-leader-"));
  let servers: NatsServers;
  beforeAll(async () => {
    if (program !== null) servers = await startNats(program, folder);
  }, LIMIT_MS);
  afterAll(async () => {
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  shown(
    "the log of a cell is created although the first request is lost",
    async () => {
      const leader = await leaderOf(servers);
      const urls = servers.urls.filter((_, index) => index !== leader);
      const nats = await connectNats({ urls, credsFile: null, caFile: null, name: "test" });
      try {
        await servers.kill(leader, "SIGSTOP");
        await createCell(nats, 1, { maxBytes: 8 * 1024 * 1024, replicas: 3 });
        expect(await hasCell(nats, 1)).toBe(true);
      } finally {
        await servers.kill(leader, "SIGCONT");
        await nats.close();
      }
    },
    LIMIT_MS,
  );
});
