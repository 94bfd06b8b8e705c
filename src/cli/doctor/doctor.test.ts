import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { loadConfig } from "#config.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startMailServer } from "#simulator/mail/server.ts";
import { type TestInstallation, testConnection, testInstallation } from "#test/helpers/installation.ts";
import { backupAge } from "./backups.ts";
import { examine } from "./examine.ts";
import { descriptors, disk, temporary } from "./machine.ts";
import { clockFinding, hostsOf, network } from "./network.ts";
import { partnersOf } from "./partner-rows.ts";
import { askPartners } from "./partners.ts";

const KEY = "a key that only the tests know, 32 long";
const HOUR = 60 * 60_000;
let world: TestInstallation;
beforeEach(() => {
  world = testInstallation();
});
afterEach(() => world.close());

/** All findings about the test installation, as `severity check: what`. */
async function found(more: Record<string, string> = {}, temporaryFolder = tmpdir()) {
  const config = loadConfig({
    DATA_DIR: world.directory,
    APP_SECRET: KEY,
    BACKUP_PASSPHRASE: "a passphrase of the operator",
    BACKUP_DIR: "/proc",
    ...more,
  });
  const { findings } = await examine({
    config,
    temporaryFolder,
    offline: true,
    nowMs: world.clock.now(),
  });
  return findings.map(({ severity, check, what }) => `${severity} ${check}: ${what}`);
}
const only = (text: string) => [expect.stringContaining(text)];

describe("doctor without findings", () => {
  test("doctor reports nothing about a healthy installation, also while it runs", async () => {
    world.company();
    expect(await found()).toEqual([]);
  });

  test("doctor creates no key and no file", async () => {
    const config = loadConfig({ DATA_DIR: join(world.directory, "not-there") });
    const { server, findings } = await examine({
      config,
      temporaryFolder: tmpdir(),
      offline: true,
      nowMs: 0,
    });
    expect([server, findings, existsSync(config.dataDir)]).toEqual([null, [], false]);
  });
});

describe("doctor's findings in the data", () => {
  test("doctor reports the server that locks the data directory", async () => {
    const config = loadConfig({ DATA_DIR: world.directory, APP_SECRET: KEY });
    expect(
      await examine({ config, temporaryFolder: tmpdir(), offline: true, nowMs: world.clock.now() }),
    ).toMatchObject({ server: process.pid });
  });

  test("doctor reports a missing, damaged, newer or older company file with advice", async () => {
    const [gone, damaged, newer, older, alsoOlder] = [1, 2, 3, 4, 5].map(() => world.company());
    if (!gone || !damaged || !newer || !older || !alsoOlder) throw new Error("no companies");
    run(newer.db, "INSERT INTO schema_migration VALUES (900, '0900_add_future', 'x', 0)");
    for (const { db } of [older, alsoOlder])
      run(db, "DELETE FROM schema_migration WHERE position = (SELECT max(position) FROM schema_migration)");
    world.installation.tenants.closeIdle(-1);
    rmSync(join(gone.directory, "company.sqlite"));
    writeFileSync(join(damaged.directory, "company.sqlite"), "broken".repeat(1000));
    expect(await found()).toEqual([
      expect.stringMatching(/^error database: .*companies\/1\/company\.sqlite is missing/),
      expect.stringMatching(/^error database: .*companies\/2\/company\.sqlite: file is not a database/),
      expect.stringMatching(/^error database: .*companies\/3\/company\.sqlite: database is newer than this/),
      // Pending migrations are one finding, because after an upgrade all companies have them.
      "warning database: 2 of 5 companies were written by an older release, migrations are pending",
    ]);
  });

  test("doctor reports an unreadable system file, and then no orphaned company directories", async () => {
    const config = loadConfig({ DATA_DIR: join(world.directory, "unread"), APP_SECRET: KEY });
    const path = join(config.dataDir, "system.sqlite");
    const look = async () => {
      const seen = await examine({ config, temporaryFolder: tmpdir(), offline: true, nowMs: 0 });
      return seen.findings.filter(({ check }) => check === "database").map(({ advice }) => advice);
    };
    mkdirSync(join(config.dataDir, "companies", "7"), { recursive: true, mode: 0o700 });
    writeFileSync(path, "broken".repeat(1000));
    expect(await look()).toEqual([expect.stringContaining("balcao restore --overwrite")]);
    rmSync(path);
    // A file that SQLite cannot open or write beside is not reported as damaged.
    mkdirSync(path);
    expect(await look()).toEqual([expect.stringContaining("the file may be intact")]);
  });

  test("doctor reports a flipped byte inside a table", async () => {
    const tenant = world.company();
    for (let n = 0; n < 400; n += 1)
      run(tenant.db, "INSERT INTO setting (key, value) VALUES (?, ?)", `k${n}`, "x".repeat(500));
    const path = join(tenant.directory, "company.sqlite");
    world.installation.tenants.closeIdle(-1);
    const db = openDatabase(path, { durability: "normal" });
    db.pragma("wal_checkpoint(TRUNCATE)");
    const root = (
      db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'setting'").get() as { rootpage: number }
    ).rootpage;
    const size = db.pragma("page_size", { simple: true }) as number;
    db.close();
    const bytes = await Bun.file(path).bytes();
    bytes.fill(0xff, (root - 1) * size, (root - 1) * size + 64);
    writeFileSync(path, bytes);
    expect((await found()).join()).toContain("error database:");
  });

  test("doctor reports files without a message and messages without a file, except young files", async () => {
    const tenant = world.company();
    const folder = join(tenant.mediaDirectory, "2026-11");
    mkdirSync(folder, { recursive: true });
    const put = (name: string, age: number) => {
      writeFileSync(join(folder, name), "content");
      const at = (world.clock.now() - age) / 1000;
      utimesSync(join(folder, name), at, at);
    };
    put("known.mp3", 2 * HOUR);
    put("known.mp3.ogg", 2 * HOUR);
    put("stray.jpg", 2 * HOUR);
    put("young.jpg", HOUR / 2);
    for (const path of ["2026-11/known.mp3", "2026-11/lost.png"])
      run(tenant.db, "INSERT INTO media_file (path, created_at) VALUES (?, 0)", path);
    expect(await found()).toEqual([
      expect.stringMatching(/^warning media: 1 files .* the first is .*stray\.jpg/),
      expect.stringMatching(/^warning media: 1 files of messages are missing, the first is .*lost\.png/),
    ]);
  });

  test("doctor reports orphaned and damaged session files and orphaned company directories", async () => {
    const tenant = world.company();
    const connectionId = testConnection(tenant, { name: "Loja" });
    const session = (id: number) => join(tenant.directory, "sessions", String(id));
    mkdirSync(session(99), { recursive: true });
    mkdirSync(session(connectionId), { recursive: true });
    writeFileSync(join(session(connectionId), "session.sqlite"), "broken".repeat(1000));
    mkdirSync(join(world.directory, "companies/77"));
    const all = await found();
    expect(all).toHaveLength(3);
    expect(all.join()).toContain("companies/77 belongs to no company");
    expect(all.join()).toContain("sessions/99 belongs to no connection");
    expect(all.join()).toContain("session.sqlite: file is not a database");
  });

  test("doctor reports data encrypted with another key", async () => {
    const tenant = world.company();
    const connectionId = testConnection(tenant, { name: "Loja" });
    const sealed = world.installation.secrets.encrypt("http://proxy.example.com");
    run(tenant.db, "UPDATE connection SET proxy_url = ? WHERE id = ?", sealed, connectionId);
    const directory = join(tenant.directory, "sessions", String(connectionId));
    const store = openSessionStore(directory, createSecrets(KEY).key("whatsapp"));
    store.credentials.save({ noiseKey: "x" } as never);
    store.close();
    expect(await found()).toEqual([]);
    const other = await found({ APP_SECRET: "another key than the one of the data" });
    expect(other.filter((line) => line.startsWith("error key:"))).toEqual(only("1 of 1 stored secrets"));
    expect(other.filter((line) => line.startsWith("error sessions:"))).toEqual(
      only("another installation key"),
    );
    expect(await found({ APP_SECRET: "" })).toEqual(only("secret.key is missing"));
    // An unfinished rotation of the key: everything can still be read, and the command must be run again.
    const rotating = await found({ APP_SECRET: "another key than the one of the data", APP_SECRET_OLD: KEY });
    expect(rotating.filter((line) => line.startsWith("error key:"))).toEqual([]);
    expect(rotating.filter((line) => line.startsWith("warning key:"))).toEqual(only("is incomplete"));
  });

  test("doctor reports permissions and files of another user", async () => {
    world.company();
    chmodSync(world.directory, 0o755);
    expect(await found()).toEqual(only("is open to every user"));
    chmodSync(world.directory, 0o700);
    writeFileSync(join(world.directory, "secret.key"), KEY, { mode: 0o644 });
    expect(await found()).toEqual(only("secret.key can be read by others"));
  });

  test("doctor reports a message from the future, because the clock was set back", async () => {
    const tenant = world.company();
    tenant.db.$client.pragma("foreign_keys = OFF");
    run(
      tenant.db,
      `INSERT INTO message (ticket_id, contact_id, connection_id, from_me, origin, created_at, updated_at)
       VALUES (1, 1, 1, 0, 'phone', ?1, ?1)`,
      world.clock.now() + HOUR,
    );
    expect((await found()).filter((line) => line.startsWith("error clock:"))).toEqual(only("in the future"));
  });

  test("doctor reports backups that are old, failed or on the same disk", async () => {
    world.company();
    const { system, config } = world.installation;
    const later = (ms: number) =>
      [...backupAge(system.$client, config, world.clock.now() + ms)].map(
        ({ severity, what }) => `${severity} ${what}`,
      );
    expect(later(HOUR)).toEqual([
      "info backups are on the same disk as the data",
      "info backups do not contain the installation key",
    ]);
    expect(later(48 * HOUR)).toContain("error there is no backup");
    const insert =
      "INSERT INTO backup_run (stamp, place, source, state, started_at, error) VALUES (?, 'x', 'night', ?, ?, ?)";
    run(system, insert, "s1", "done", world.clock.now(), null);
    expect(later(24 * HOUR).join()).not.toContain("error");
    expect(later(48 * HOUR)).toContain("error the newest backup is 2.0 days old");
    run(system, insert, null, "failed", world.clock.now() + HOUR, "no room");
    expect(later(HOUR * 2)).toContain("error the last backup failed: no room");
  });
});

describe("doctor's findings on the machine", () => {
  /** Runs `work` with a folder that forbids execution. */
  const withNoExec = async (work: (folder: string) => unknown): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), "balcao-noexec-"));
    const options = ["-t", "tmpfs", "-o", "noexec,size=1m", "tmpfs", folder];
    const mounted = spawnSync("mount", options).status === 0;
    try {
      if (mounted) await work(folder);
    } finally {
      if (mounted) spawnSync("umount", [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
    expect(mounted).toBe(true);
  };

  const mayMount = spawnSync("unshare", ["--mount", "true"]).status === 0;

  test("doctor reports a temporary folder that is not writable", async () => {
    expect([...temporary("/proc")]).toMatchObject([{ severity: "error", check: "temporary" }]);
    expect([...temporary(tmpdir())]).toEqual([]);
  });

  // Only root may mount a file system; the test is skipped for other users.
  test.skipIf(!mayMount)(
    "doctor reports a temporary folder that forbids execution, and no damaged database that it could not open",
    async () => {
      world.company();
      await withNoExec(async (folder) => {
        expect(await found({}, folder)).toEqual(only("forbids execution"));
      });
    },
  );

  test("doctor reports a disk nearly out of bytes or inodes", () => {
    const room = { ...statfsSync(tmpdir()), bsize: 4096, blocks: 25e6, files: 1e6, ffree: 5e5, bavail: 12e6 };
    const severities = (more: Partial<typeof room>) =>
      [...disk(tmpdir(), { ...room, ...more })].map(({ severity }) => severity);
    expect(severities({})).toEqual([]);
    expect(severities({ bavail: 1e5 })).toEqual(["warning"]);
    expect(severities({ bavail: 1e4 })).toEqual(["error"]);
    expect(severities({ ffree: 1e4 })).toEqual(["warning"]);
    expect(severities({ ffree: 10 })).toEqual(["error"]);
    expect(severities({ files: 0, ffree: 0 })).toEqual([]);
  });

  test("doctor reports too few file descriptors for the companies", () => {
    expect([...descriptors(null, 10_000_000_000)]).toMatchObject([
      { severity: "warning", check: "descriptors" },
    ]);
    expect([...descriptors(process.pid, 0)].filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

describe("doctor's findings outside", () => {
  test("doctor reports a wrong clock by the majority of hosts", () => {
    expect(clockFinding([])).toEqual([]);
    expect(clockFinding([900, -800, 3_600_000])).toEqual([]);
    expect(clockFinding([60_000, 61_000, 0])).toMatchObject([{ severity: "warning" }]);
    expect(clockFinding([-3_600_000])).toMatchObject([
      { severity: "error", what: expect.stringContaining("3600 s behind") },
    ]);
  });

  test("doctor reports unreachable hosts of the configuration", async () => {
    using up = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(null, { status: 404 }),
    });
    const closed = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const nobody = closed.url.origin;
    await closed.stop(true);
    const config = loadConfig({
      WHATSAPP_URL: up.url.href.replace("http", "ws"),
      EFI_URL: nobody,
      META_GRAPH_URL: nobody,
      PUBLIC_URL: nobody,
      SMTP_URL: nobody.replace("http", "smtp"),
    });
    const all = await network(config, hostsOf(config, "efi", new Set(["whatsapp", "instagram"])));
    expect(all.map(({ severity, what }) => `${severity} ${what.split(" (")[0]}`)).toEqual([
      "error Pix of Efí",
      "error Meta",
      "warning PUBLIC_URL",
      expect.stringContaining("warning the mail server does not take us"),
    ]);
    expect(hostsOf(config, "static", new Set(["whatsapp"])).map(({ name }) => name)).toEqual([
      "WhatsApp",
      "PUBLIC_URL",
    ]);
  });

  test("doctor reports unreachable systems of companies by host, once for all companies", async () => {
    const up = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(null, { status: 401 }),
    });
    const closed = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const nobody = closed.url.origin;
    await closed.stop(true);
    const config = loadConfig({
      DATA_DIR: world.directory,
      APP_SECRET: KEY,
      ALLOW_PRIVATE_URLS: "true",
      AZURE_SPEECH_URL: nobody,
      DIALOGFLOW_URL: nobody,
    });
    const secrets = createSecrets(KEY);
    const [one, two] = [world.company(), world.company()];
    const prompt = `INSERT INTO prompt (name, prompt, base_url, model, voice, voice_region, created_at, updated_at)
      VALUES ('p', 'p', ?, 'gpt', ?, 'brazilsouth', 1, 1)`;
    const integration = `INSERT INTO integration (type, name, url, json_content, created_at, updated_at)
      VALUES (?, 'i', ?, ?, 1, 1)`;
    run(one.db, prompt, `${nobody}/v1?key=canary-model`, "pt-BR-FranciscaNeural");
    run(two.db, prompt, `${nobody}/v1`, "texto");
    run(one.db, prompt, `${up.url.origin}/v1`, "texto");
    run(one.db, integration, "n8n", `${nobody}/webhook/canary-path`, "");
    run(one.db, integration, "typebot", up.url.origin, "");
    const account = { client_email: "a@b", private_key: "canary-key", token_uri: `${nobody}/token` };
    run(two.db, integration, "dialogflow", "", secrets.encrypt(JSON.stringify(account)));
    run(two.db, integration, "billing", "", "");
    run(two.db, "INSERT INTO setting (key, value) VALUES ('ipixc', ?)", `${nobody}/webservice/canary`);
    const partners = [one, two].flatMap(({ id, db }) => partnersOf(db.$client, id, config, secrets));
    const all = await askPartners(config, partners);
    expect(all.map(({ company, what }) => `${company ?? "all"}: ${what.split(" cannot")[0]}`).sort()).toEqual(
      [
        `${one.id}: n8n at ${nobody}`,
        `${one.id}: the voices of Azure at ${nobody}`,
        `${two.id}: Dialogflow at ${nobody}`,
        `${two.id}: the billing system at ${nobody}`,
        `all: the AI server at ${nobody} (companies ${one.id}, ${two.id})`,
      ].sort(),
    );
    expect(JSON.stringify([all, partners])).not.toContain("canary");
    // Like the product, the doctor calls no address inside this network unless the operator allows it.
    const strict = await askPartners(loadConfig({ DATA_DIR: world.directory, APP_SECRET: KEY }), partners);
    expect(strict.every(({ what }) => what.includes("leads inside this network"))).toBe(true);
    await up.stop(true);
  });

  test("doctor reports a mail server that rejects the password, and nothing when it accepts it", async () => {
    const server = await startMailServer({ account: { user: "ana", password: "right" } });
    const ask = (url: string) =>
      network(loadConfig({ SMTP_URL: `${url}?tls=off`, PUBLIC_URL: "https://balcao.example" }), []);
    expect(await ask(server.url)).toEqual([]);
    expect(await network(loadConfig({ SMTP_URL: `${server.url}?tls=off` }), [])).toMatchObject([
      { severity: "warning", advice: expect.stringContaining("PUBLIC_URL") },
    ]);
    expect(await ask(server.url.replace("right", "wrong"))).toMatchObject([
      { severity: "warning", check: "network", advice: expect.stringContaining("SMTP_URL") },
    ]);
    await server.close();
  });
});
