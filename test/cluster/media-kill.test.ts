import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { loadConfig } from "#config.ts";
import { startS3 } from "#simulator/s3/server.ts";

/** Kills; `FAULT_KILLS` in the long mode. */
const KILLS = Math.max(5, Math.min(200, Number(process.env["FAULT_KILLS"] ?? 5)));
const SIZE = 8 * 1024 * 1024;
const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "balcao-media-kill-"));
const s3 = startS3();
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const env = {
  PATH: process.env["PATH"] ?? "",
  DATA_DIR: folder,
  APP_SECRET: "a key that only the tests know, 32 long",
  MEDIA_S3_BUCKET: s3.bucket,
  MEDIA_S3_ENDPOINT: s3.endpoint,
  MEDIA_S3_REGION: "sa-east-1",
  MEDIA_S3_ACCESS_KEY: s3.key.id,
  MEDIA_S3_SECRET_KEY: s3.key.secret,
};
const program = `
  const { openRemoteMedia } = await import("#cluster/media/open-media.ts");
  const { loadConfig } = await import("#config.ts");
  const media = openRemoteMedia({ config: loadConfig(process.env), nats: null });
  console.log("ready");
  await media.upload(1, process.argv.at(-1), process.argv.at(-2));
  console.log("stored");
`;

test("a process that is killed during an upload leaves the whole object or none, and no unfinished file", async () => {
  const media = () => {
    const opened = openRemoteMedia({ config: loadConfig(env), nats: null });
    if (!opened) throw new Error("no bucket");
    return opened;
  };
  mkdirSync(join(folder, "files"));
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const content = randomBytes(SIZE);
    const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    const path = join(folder, "files", String(kill));
    writeFileSync(path, content);
    const child = Bun.spawn(["bun", "-e", program, path, sha256], { cwd: root, env, stdout: "pipe" });
    let printed = "";
    for await (const bytes of child.stdout) {
      printed += Buffer.from(bytes).toString();
      if (!printed.includes("ready")) continue;
      await Bun.sleep((kill * 37) % 120);
      child.kill("SIGKILL");
    }
    await child.exited;
    const isStored = printed.includes("stored");
    if (isStored) acknowledged += 1;
    const to = join(folder, "files", `${kill}-again`);
    const isThere = await media().download(1, sha256, to);
    expect(isThere || !isStored).toBe(true);
    if (isThere) expect(Bun.file(to).size).toBe(SIZE);
    // A repetition completes it.
    await media().upload(1, sha256, path);
    expect(await media().has(1, sha256)).toBe(true);
    expect(readdirSync(join(folder, "media-work")).map(Number)).toEqual([process.pid]);
    expect(readdirSync(join(folder, "media-work", String(process.pid)))).toEqual([]);
  }
  console.log(`${KILLS} kills, ${acknowledged} uploads were acknowledged before`);
}, 240_000);
