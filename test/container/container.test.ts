import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { textOf, unwrap } from "#simulator/phones/content.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

/** Runs the image of the Dockerfile as documented. Takes minutes, so only with CONTAINER=1 and a running Docker. */
const MINUTE = 60_000;
const OWNER = { email: "rita@aurora.example", password: "pão quentinho" } as const;
const IMAGE = "balcao-test";
const NAME = `balcao-test-${process.pid}`;
const root = join(import.meta.dir, "../..");
/** Without buildx the image is built by the older builder. */
const isOld = spawnSync("docker", ["buildx", "version"]).status !== 0;
const env = { ...process.env, ...(isOld && { DOCKER_BUILDKIT: "0" }) };
const wanted = process.env["CONTAINER"] === "1" && docker("info").code === 0;
if (!wanted) console.log("the image is not tried: CONTAINER=1 and a running Docker are needed");
const step = (what: string, run: () => void | Promise<void>) => test.skipIf(!wanted)(what, run, MINUTE);

function docker(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("docker", words, { encoding: "utf8", env });
  return { code: status, out: `${stdout}${stderr}`.trim() };
}
/** Output of `docker inspect` for an image or a container. */
const inspected = (name: string, format: string) => docker("inspect", "--format", format, name).out;

let world: World;
let connectionId: number;

const run = [
  ...["docker", "run", "--rm", "--name", NAME, "--network=host", "--read-only", "--tmpfs", "/tmp:exec"],
  ...["--cap-drop=ALL", "--security-opt=no-new-privileges", "--health-interval=1s", "-v", `${NAME}:/data`],
  ...["-v", `${join(root, "simulator/certs/ca.pem")}:/ca.pem:ro`, "-e", "NODE_EXTRA_CA_CERTS=/ca.pem"],
  ...["PORT", "HOST", "RATE_LIMITS", "WHATSAPP_URL", "WHATSAPP_ROOT_KEY"].flatMap((name) => ["-e", name]),
  IMAGE,
];

beforeAll(async () => {
  if (!wanted) return;
  const build = ["build", "--network=host", "--tag", IMAGE, root];
  expect(spawnSync("docker", build, { env, stdio: ["ignore", "ignore", "inherit"] }).status).toBe(0);
  const host = process.env["DOCKER_HOST"];
  world = await startWorld({ firstRun: true, command: run, env: host ? { DOCKER_HOST: host } : {} });
}, 15 * MINUTE);
afterAll(async () => {
  docker("kill", NAME);
  await world?.close();
  docker("volume", "rm", NAME);
});

step("the image is small and runs as an ordinary user", () => {
  expect(Number(inspected(IMAGE, "{{.Size}}"))).toBeLessThan(150_000_000);
  expect(inspected(IMAGE, "{{.Config.User}}")).toBe("balcao");
  expect(inspected(IMAGE, "{{json .Config.Volumes}}")).toBe('{"/data":{}}');
  expect(docker("top", NAME, "-o", "pid,uid,comm").out).toMatch(/^\d+\s+10001\s+balcao$/m);
});

step("the container is healthy on a read-only root and owns its data", async () => {
  await eventually(
    async () => inspected(NAME, "{{.State.Health.Status}}") === "healthy" || undefined,
    "a healthy container",
  );
  expect(docker("exec", NAME, "sh", "-c", "echo x >/usr/local/bin/x").out).toContain("Read-only file system");
  expect(docker("exec", NAME, "ls", "-ldn", "/data").out).toMatch(/^drwx------ +\S+ 10001 +10001 /);
});

step("the container is set up, a number is linked and a customer is answered", async () => {
  const { server, network, shop } = world;
  const [, code] = await server.says(/First run: open \S+\/setup#(\S+)/);
  await server.call("POST", "/setup", { code, name: "Rita", companyName: "Padaria Aurora", ...OWNER }, "");
  await server.signIn(OWNER.email, OWNER.password);
  connectionId = await linkConnection(world);
  const marina = network.addPerson({ number: "5511977776666", name: "Marina Ribeiro" });
  await marina.send.text(shop, "Bom dia!");
  const id = await eventually(async () => {
    const { tickets } = await server.call<{ tickets: { id: number }[] }>(
      "GET",
      "/tickets?status=pending&showAll=true",
    );
    return tickets[0]?.id;
  }, "the ticket of the customer");
  await server.call("PUT", `/tickets/${id}`, { status: "open" });
  const answer = marina.received(({ content }) => textOf(unwrap(content)).includes("Pois não?"), 15_000);
  await server.call("POST", `/messages/${id}`, { body: "Pois não?" });
  expect(textOf(unwrap((await answer).content))).toContain("Pois não?");
});

step("the commands run inside the container: the backup is whole and doctor finds nothing to repair", () => {
  expect(docker("exec", NAME, "balcao", "backup").out).toContain("is in /data/backups");
  expect(docker("exec", NAME, "balcao", "backup", "verify", "--every-byte").out).toContain("can be restored");
  expect(docker("exec", NAME, "balcao", "doctor", "--offline")).toMatchObject({
    code: 0,
    out: expect.stringContaining("no problem found"),
  });
});

step(
  "a container that is killed and created again on the same volume has all data and the linked number",
  async () => {
    const { server } = world;
    docker("kill", NAME);
    await server.stop();
    await server.start();
    await server.signIn(OWNER.email, OWNER.password);
    await waitConnected(server, connectionId);
  },
);

step("a container stops cleanly and quickly", () => {
  const started = performance.now();
  expect(docker("stop", "--time=15", NAME).code).toBe(0);
  expect(performance.now() - started).toBeLessThan(11_000);
});
