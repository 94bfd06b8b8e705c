import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificateShown, startAuthority, whyNoAuthority } from "#operations/certificates/testing.ts";
import { photo } from "#simulator/people/pictures.ts";
import { textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { builtBinary } from "#test/helpers/built-binary.ts";
import { freePort } from "#test/helpers/server-process.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";
import { DebianMachine } from "./machine.ts";
import { whyNoDebian, whyNotFetched } from "./root.ts";
import { InstalledServer } from "./server.ts";

/**
 * Installs the product as a provider does, on a new Debian booted with systemd, without Node, from one file. The
 * network is the simulated WhatsApp of this machine.
 */
const OWNER = { email: "rita@aurora.example", password: "pão quentinho" } as const;
const MINUTE = 60_000;
const obstacle = whyNoDebian() ?? whyNotFetched();
if (obstacle !== null) console.log(`no fresh Debian here: ${obstacle}`);
const step = (what: string, run: () => void | Promise<void>) =>
  test.skipIf(obstacle !== null)(what, run, MINUTE);

const tlsStep = whyNoAuthority() === null ? step : test.skip;

/** A free port below 1024, which only root may open. */
function lowPort(): number {
  for (let port = 600; ; port += 1)
    try {
      const probe = Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() });
      probe.stop(true);
      if (taken.has(port)) continue;
      taken.add(port);
      return port;
    } catch {
      // taken
    }
}
const taken = new Set<number>();

let machine: DebianMachine;
let world: World<InstalledServer>;
let server: InstalledServer;
let marina: Phone;
let connectionId: number;
let ticketId: number;

beforeAll(async () => {
  if (obstacle !== null) return;
  machine = new DebianMachine();
  await machine.boot();
  copyFileSync(await builtBinary(), join(machine.root, "root/balcao"));
}, 5 * MINUTE);
afterAll(async () => {
  await world?.close();
  await machine?.remove();
}, MINUTE);

const modesOf = async (...paths: readonly string[]) =>
  (await machine.told("stat", "--format=%U:%G %a", ...paths)).trim().split("\n");
/** Text of the newest message the customer received. */
const heard = async (text: string) => {
  const { content } = await marina.received(({ content: got }) => textOf(unwrap(got)).includes(text), 15_000);
  return textOf(unwrap(content));
};
const arrived = (text: string) =>
  eventually(async () => {
    const { messages } = await server.call<{ messages: { body: string }[] }>("GET", `/messages/${ticketId}`);
    return messages.some(({ body }) => body.includes(text)) || undefined;
  }, `"${text}" is in the conversation`);

step("a Debian without Node and Bun gets a service by one subcommand of one file", async () => {
  expect((await machine.say("sh", "-c", "command -v node bun npm nodejs")).out).toBe("");
  expect((await machine.told("systemctl", "is-system-running")).trim()).toBe("running");
  const told = await machine.say("./balcao", "install", "--systemd", "--no-start");
  expect([told.code, told.problems.replace(/^Created symlink .*\n/, "")]).toEqual([0, ""]);
  expect(await machine.told("./balcao", "install", "--systemd", "--no-start")).toContain("nothing to do");
  expect((await machine.told("systemctl", "is-enabled", "balcao")).trim()).toBe("enabled");
  expect(await machine.say("systemd-analyze", "verify", "balcao.service")).toEqual({
    code: 0,
    out: "",
    problems: "",
  });
  expect(
    await modesOf("/usr/local/bin/balcao", "/etc/balcao/balcao.conf", "/etc/systemd/system/balcao.service"),
  ).toEqual(["root:root 755", "root:balcao 640", "root:root 644"]);
});

step("the service runs hardened as its own user and prints the link of the first start", async () => {
  world = await startWorld(
    { firstRun: true, env: { BACKUP_PASSPHRASE: "uma frase que ninguém adivinha" } },
    (options) => {
      server = new InstalledServer(machine, options);
      return server;
    },
  );
  marina = world.network.addPerson({ number: "5511977776666", name: "Marina Ribeiro", addressing: "lid" });
  const pid = await server.property("MainPID");
  const inside = await machine.told("cat", `/proc/${pid}/status`);
  expect(/^CapEff:\s+(\w+)/m.exec(inside)?.[1]).toBe("0000000000000000");
  expect(/^NoNewPrivs:\s+(\d)/m.exec(inside)?.[1]).toBe("1");
  expect(/^Seccomp:\s+(\d)/m.exec(inside)?.[1]).toBe("2");
  expect((await machine.told("stat", "--format=%U", `/proc/${pid}`)).trim()).toBe("balcao");
  expect(
    await modesOf("/var/lib/balcao", "/var/lib/balcao/secret.key", "/var/lib/balcao/system.sqlite"),
  ).toEqual(["balcao:balcao 700", "balcao:balcao 600", "balcao:balcao 600"]);
  const [, code = ""] = /First run: open \S+\/setup#(\S+)/.exec(await server.journal()) ?? [];
  await server.call(
    "POST",
    "/setup",
    { code, name: "Rita Souza", companyName: "Padaria Aurora", ...OWNER },
    "",
  );
  await server.signIn(OWNER.email, OWNER.password);
});

step("a number is linked, a customer writes with a picture and the attendant answers", async () => {
  connectionId = await linkConnection(world);
  await marina.send.text(world.shop, "Bom dia! Tem pão de queijo?");
  await marina.send.image(world.shop, await photo("bread"), { caption: "Desse aqui" });
  ticketId = await eventually(async () => {
    const { tickets } = await server.call<{ tickets: { id: number }[] }>(
      "GET",
      "/tickets?status=pending&showAll=true",
    );
    return tickets[0]?.id;
  }, "the ticket of the customer");
  await server.call("PUT", `/tickets/${ticketId}`, { status: "open" });
  await arrived("Desse aqui");
  await server.call("POST", `/messages/${ticketId}`, { body: "Saindo do forno!" });
  expect(await heard("Saindo do forno!")).toContain("Saindo do forno!");
});

step("a backup is made and verified while the service runs", async () => {
  await machine.told("install", "-d", "-o", "balcao", "-g", "balcao", "-m", "700", "/srv/backups");
  expect(await server.word("backup", "--to", "/srv/backups")).toMatch(/is in \/srv\/backups/);
  expect(await server.word("backup", "verify", "--from", "/srv/backups", "--every-byte")).toContain(
    "can be restored",
  );
});

step("a killed service restarts by itself, with the number linked and no manual step", async () => {
  const before = await server.property("MainPID");
  await server.kill();
  await eventually(
    async () => !["0", before].includes(await server.property("MainPID")) || undefined,
    "a new process",
  );
  await server.ready();
  expect(await server.property("NRestarts")).toBe("1");
  await server.signIn(OWNER.email, OWNER.password);
  await waitConnected(server, connectionId);
});

step(
  "after the loss of the disk the backup restores people, conversations and number into another directory",
  async () => {
    await server.stop();
    await machine.told("rm", "-rf", "/var/lib/balcao");
    await machine.told("install", "-d", "-o", "balcao", "-g", "balcao", "-m", "700", "/srv/balcao");
    const config = "/etc/balcao/balcao.conf";
    await machine.told("sed", "-i", "s#^DATA_DIR=.*#DATA_DIR=/srv/balcao#", config);
    await server.edit("elsewhere", "ReadWritePaths=/srv/balcao");
    expect(await server.word("restore", "--from", "/srv/backups", "--dry-run")).toContain(
      "nothing was changed",
    );
    const said = await server.word("restore", "--from", "/srv/backups");
    expect(said).toMatch(/company 1 .*1 sessions; integrity ok/);
    await server.start();
    await server.signIn(OWNER.email, OWNER.password);
    // The restored number waits until a user connects it.
    await server.call("POST", `/whatsappsession/${connectionId}`);
    await waitConnected(server, connectionId);
    await arrived("Bom dia! Tem pão de queijo?");
    await marina.send.text(world.shop, "Vou buscar às dez");
    await arrived("Vou buscar às dez");
    await server.call("POST", `/messages/${ticketId}`, { body: "Até já!" });
    expect(await heard("Até já!")).toContain("Até já!");
  },
);

step("doctor finds nothing to repair and the log has no error", async () => {
  const { findings } = JSON.parse(await server.word("doctor", "--json")) as {
    findings: readonly { severity: string; what: string }[];
  };
  expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  expect((await server.journal()).split("\n").filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

tlsStep(
  "without a proxy it gets its certificate itself, at ports that are root's, and gains no other right",
  async () => {
    const [https, http] = [lowPort(), lowPort()];
    const authority = await startAuthority({ api: freePort(), dns: freePort(), http });
    try {
      const config = join(machine.root, "etc/balcao/balcao.conf");
      const settings = readFileSync(config, "utf8").replace(/^PORT=.*$/m, `PORT=${https}`);
      writeFileSync(
        config,
        `${settings}TLS_DOMAIN=atendimento.example.com\nTLS_HTTP_PORT=${http}\nTLS_DIRECTORY_URL=${authority.url}\n`,
      );
      expect(await machine.told("./balcao", "install", "--systemd")).toContain(
        "write /etc/systemd/system/balcao.service",
      );
      const page = await eventually(
        () =>
          fetch(`https://127.0.0.1:${https}/readyz`, { tls: { rejectUnauthorized: false } }).then(
            (answer) => (answer.ok ? answer : undefined),
            () => undefined,
          ),
        "an answer by TLS",
      );
      expect(await page.json()).toMatchObject({ checks: { certificate: true } });
      expect((await certificateShown(https, "localhost")).names).toBe("DNS:atendimento.example.com");
      const inside = await machine.told("cat", `/proc/${await server.property("MainPID")}/status`);
      // CAP_NET_BIND_SERVICE is the tenth.
      expect(/^CapEff:\s+(\w+)/m.exec(inside)?.[1]).toBe("0000000000000400");
    } finally {
      await authority.close();
    }
  },
);

step("uninstalling removes the service and keeps every conversation", async () => {
  expect(await machine.told("balcao", "uninstall", "--systemd")).toContain("were kept");
  expect((await machine.say("systemctl", "is-active", "balcao")).out.trim()).toBe("inactive");
  expect((await machine.say("test", "-e", "/usr/local/bin/balcao")).code).toBe(1);
  expect(await modesOf("/srv/balcao/companies/1/company.sqlite")).toEqual(["balcao:balcao 600"]);
});
