import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { png } from "#channels/media/testing.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 180_000;

/** Attaches a picture to a quick reply; returns its address. */
async function upload({ url }: NodeProcess, token: string, picture: Uint8Array): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const made = await fetch(`${url}/api/quick-messages`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ shortcode: `foto${crypto.randomUUID().slice(0, 6)}`, message: "veja" }),
  });
  const { id } = (await made.json()) as { id: number };
  const form = new FormData();
  form.set("file", new Blob([picture as BlobPart], { type: "image/png" }), "foto.png");
  const answer = await fetch(`${url}/api/quick-messages/${id}/media-upload`, {
    method: "POST",
    headers,
    body: form,
  });
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  const list = await fetch(`${url}/api/quick-messages/${id}`, { headers });
  const { mediaPath } = (await list.json()) as { mediaPath: string };
  return mediaPath;
}
/** A picture that no other test has. */
const picture = async () => Buffer.concat([await png(40, 30), Buffer.from(crypto.randomUUID())]);
/** The content as text, so that a difference stays short. */
const hashOf = (bytes: ArrayBuffer | Buffer) => Bun.hash(new Uint8Array(bytes)).toString(16);
const fetched = async (node: NodeProcess, address: string) => {
  const answer = await fetch(`${node.url}${address}`);
  return answer.ok ? hashOf(await answer.arrayBuffer()) : `status ${answer.status}`;
};

describe.each(["bucket", "object store of NATS"])("the media of a cluster in a %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-media-pair-"));
  let nats: NatsServers;
  let s3: S3Simulator;
  let [a, b]: NodeProcess[] = [];
  let before: { address: string; hash: string };

  beforeAll(async () => {
    if (program === null) return;
    s3 = startS3();
    nats = await startNats(program, folder);
    const env: Record<string, string> =
      kind === "bucket"
        ? {
            MEDIA_S3_BUCKET: s3.bucket,
            MEDIA_S3_ENDPOINT: s3.endpoint,
            MEDIA_S3_REGION: "sa-east-1",
            MEDIA_S3_ACCESS_KEY: s3.key.id,
            MEDIA_S3_SECRET_KEY: s3.key.secret,
          }
        : {};
    [a, b] = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls, env }),
    );
    if (!a || !b) return;
    // One machine with a picture becomes a cluster.
    const single = new NodeProcess({
      name: "a",
      folder: join(folder, "a"),
      natsUrls: [],
      env: { CLUSTER_NATS_URL: "", CLUSTER_NATS_SYNC: "" },
    });
    single.start();
    await eventually(
      () =>
        fetch(`${single.url}/readyz`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      "the server",
    );
    const content = await picture();
    before = { hash: hashOf(content), address: await upload(single, await signIn(single), content) };
    await single.stop();
    expect(await a.command("cluster", "init")).toContain("1 stored now");
    a.start();
    b.start();
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all([a?.stop("SIGKILL"), b?.stop("SIGKILL")]);
    await nats?.stop();
    await s3?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  shown(
    "a new owner serves every picture: those from before the cluster, and those that its predecessor received",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      const first = await ownerOf([a, b]);
      const content = await picture();
      const address = await upload(first, await signIn(first), content);
      expect(await fetched(first, address)).toBe(hashOf(content));
      first.signal("SIGKILL");
      const second = await ownerOf([a, b], first);
      expect(await fetched(second, address)).toBe(hashOf(content));
      expect(await fetched(second, before.address)).toBe(before.hash);
      expect(existsSync(join(second.directory, "companies/1/media"))).toBe(true);
    },
    LIMIT_MS,
  );
});
