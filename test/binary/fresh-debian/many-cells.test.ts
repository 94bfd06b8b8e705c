import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { Guide } from "./guide.ts";
import { withPackages } from "./packages.ts";
import { whyNoDebian, whyNotFetched } from "./root.ts";
import { NAMES, type Name, SUPER, ThreeMachines, whyNoNetwork } from "./three-machines.ts";

/**
 * Runs the commands of docs/cluster.md and docs/many-cells.md on three newly installed Debian machines, until the companies of
 * all cells are served through HAProxy, also after a machine lost its power. `MANY_CELLS=1`, because it takes some minutes.
 */
const MINUTE = 60_000;
const cluster = new Guide("cluster.md");
const guide = new Guide("many-cells.md");
const apt = cluster
  .block("2. NATS on all three machines", 0)
  .replaceAll("apt-get install", "apt-get install -y");
const wanted = process.env["MANY_CELLS"] === "1" ? null : "only with MANY_CELLS=1";
const obstacle = wanted ?? whyNoDebian() ?? whyNotFetched() ?? whyNoNetwork();
const packages =
  obstacle === null
    ? withPackages(
        "cluster",
        `${apt.replace("systemctl daemon-reload", "")}\napt-get install -y haproxy openssl`,
      )
    : { why: obstacle };
if ("why" in packages) console.log(`the guide to several cells was not tried: ${packages.why}`);
let hasFailed = false;
/** A step builds on the ones before it. */
const step = (what: string, run: () => Promise<void>) =>
  test.skipIf("why" in packages)(
    what,
    async () => {
      if (hasFailed) throw new Error("an earlier step failed");
      hasFailed = true;
      await run();
      hasFailed = false;
    },
    10 * MINUTE,
  );

let world: ThreeMachines;
beforeAll(async () => {
  if ("why" in packages) return;
  world = new ThreeMachines(packages.path);
  await world.boot();
}, 5 * MINUTE);
afterAll(async () => {
  await world?.remove();
}, MINUTE);

/** The name of machine a in commands that are entered on another one. */
const filesOf = (name: Name): Record<string, string> =>
  name === "a" ? {} : { " a.pem": ` ${name}.pem`, " a-key.pem": ` ${name}-key.pem` };
const balcao = 'balcao() { runuser -u balcao -- env CONFIG_FILE=/etc/balcao/balcao.conf balcao "$@"; }';
const current = (name: Name, cell: number) =>
  world.until(name, `cell ${cell} cluster status`, `a current standby of cell ${cell}`);

step("docs/cluster.md: three NATS servers", async () => {
  await world.run("a", cluster.block("1. Certificates", 0));
  for (const name of NAMES) {
    for (const file of ["ca.pem", `${name}.pem`, `${name}-key.pem`])
      if (name !== "a") world.copy("a", name, file);
    await world.run(name, apt);
    await world.run(name, cluster.block("2. NATS on all three machines", 1, filesOf(name)));
    world.writeNatsConfig(name);
  }
  await Promise.all(NAMES.map((name) => world.run(name, cluster.block("2. NATS on all three machines", 2))));
});

step("docs/cluster.md: from one machine to a pair behind HAProxy", async () => {
  world.functions = balcao;
  await world.run("a", "./balcao install --systemd");
  await world.until("a", "test -s /var/lib/balcao/secret.key", "the installation on one machine");
  await world.run("a", "systemctl stop balcao");
  await world.run("b", "./balcao install --systemd --no-start");
  for (const name of ["a", "b"] as const) {
    await world.run(name, cluster.block("3. Balcão on `a`", 0, filesOf(name)));
    world.configureFirstCell(name, cluster);
  }
  await world.run("a", cluster.block("3. Balcão on `a`", 1, { "cluster status": "cluster status || true" }));
  await world.run("b", "systemctl start balcao");
  await world.until("a", "balcao cluster status", "a current standby");
  await world.run("c", cluster.block("5. HAProxy", 0).replace("apt-get install", "apt-get install -y"));
  await eventually(
    async () => (await login(SUPER)).status === 200 || undefined,
    "the provider's login",
    MINUTE,
  );
});

step("1. NATS: users and room for two more cells", async () => {
  world.functions = `${balcao}\n${guide.block("What you get", 0)}`;
  for (const name of NAMES) await world.run(name, guide.block("1. NATS", 0));
  for (const name of NAMES) {
    await world.run(name, guide.block("1. NATS", 1));
    await world.until("a", "balcao cluster status", `the server of ${name}`);
  }
});

step("2. and 3.: the processes of cells 2 and 3", async () => {
  await world.run("a", guide.block("2. One configuration for all", 0));
  for (const name of ["a", "b"] as const)
    await world.run(name, guide.block("2. One configuration for all", 1));
  for (const name of ["b", "c"] as const) world.copy("a", name, "common.conf");
  const table = guide.firstLines();
  const first = "number=2 node=b2 address=10.0.0.2 password=change-me-cell2";
  for (const [name, line] of [["b", first], ...table] as const)
    await world.run(name as Name, guide.block("3. Cell 2 and cell 3", 0, { [first]: line }));
  await world.run("c", guide.block("3. Cell 2 and cell 3", 1));
  for (const [name, number] of [
    ["b", 2],
    ["c", 3],
  ] as const)
    await world.run(
      name,
      `number=${number}\n${guide.block("3. Cell 2 and cell 3", 2).replace(/^cell .* status$/m, "")}`,
    );
  for (const [name, number] of [
    ["c", 2],
    ["a", 3],
  ] as const)
    await world.run(name, `number=${number}\n${guide.block("3. Cell 2 and cell 3", 3)}`);
  await current("b", 2);
  await current("c", 3);
});

const login = (who: object) => world.call("POST", "/auth/login", { body: who });
const adminOf = (cell: number) => ({ email: `admin@empresa${cell}.example`, password: "senha da empresa" });
/** Signs in through HAProxy, and reads with the cookie as a browser does. */
async function works(cell: number): Promise<true | undefined> {
  const session = await login(adminOf(cell));
  if (session.status !== 200) return undefined;
  expect(session.cell).toBe(String(cell));
  const options = { token: session.body.token, cookie: `cell=${cell}` };
  return (await world.call("GET", "/auth/me", options)).status === 200 || undefined;
}

step(
  "4. HAProxy: a company of each cell works, and each new one is created where the load is lowest",
  async () => {
    const shown = "systemctl restart haproxy || { journalctl -u haproxy --no-pager | tail -30 >&2; false; }";
    await world.run("c", guide.block("4. HAProxy", 0, { "systemctl restart haproxy": shown }));
    const root = await eventually(
      async () => {
        const answer = await login(SUPER);
        return answer.status === 200 ? (answer.body.token as string) : undefined;
      },
      "the provider's login",
      MINUTE,
    );
    const plan = await world.call("POST", "/plans", { body: { name: "Básico", users: 3 }, token: root });
    for (const cell of [1, 2, 3]) {
      const body = { name: `Empresa ${cell}`, planId: plan.body.id, ...adminOf(cell) };
      const made = await world.call("POST", "/companies", { body, token: root });
      expect(made.status).toBe(200);
      expect(Math.max(1, Math.floor(made.body.id / 1_000_000))).toBe(cell);
    }
    for (const cell of [1, 2, 3]) await eventually(() => works(cell), `the company of cell ${cell}`, MINUTE);
  },
);

/** Waits until a node owns its cell, as the status on a machine shows. */
const owned = (name: Name, cell: number, node: string) =>
  world.until(
    name,
    `cell ${cell} cluster status | grep "owner ${node} "`,
    `${node} as the owner of cell ${cell}`,
  );

step("a cell is drained from a machine and given back, as for work on it", async () => {
  await world.run("b", "cell 1 cluster drain b && cell 2 cluster drain b2");
  await owned("c", 2, "c2");
  await eventually(() => works(2).catch(() => undefined), "the company of cell 2", MINUTE);
  await current("b", 2);
  await world.run("c", "cell 2 cluster promote b2");
  await owned("c", 2, "b2");
  await current("b", 2);
});

step("5. a machine loses its power: the companies of all cells are served again", async () => {
  await world.cutPower("b");
  const cutMs = Date.now();
  expect(await works(3)).toBe(true);
  await eventually(() => works(2).catch(() => undefined), "the company of cell 2", MINUTE);
  console.log(
    `cell 2 was served again ${Math.round((Date.now() - cutMs) / 100) / 10} s after the power of b was cut`,
  );
  const status = await world.run("c", "cell 2 cluster status || true");
  expect(status).toMatch(/^cell 2 {3}owner c2 /m);
  for (const cell of [1, 3]) expect(await works(cell)).toBe(true);
});

step("5. the machine has its power again: its processes are standbys without any command", async () => {
  await world.powerOn("b");
  await current("a", 1);
  await current("c", 2);
  await world.run("c", "cell 2 cluster promote b2");
  await owned("c", 2, "b2");
  for (const [name, cell] of [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ] as const) {
    const findings = await world.run(name, `cell ${cell} doctor || true`);
    // WhatsApp cannot be reached from there.
    expect(findings).not.toMatch(/^error(?!: WhatsApp)/m);
  }
});

step("every command of the page was run", async () => {
  expect(guide.rest()).toEqual([]);
});
