import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { freePort, SUPER } from "#test/helpers/server-process.ts";
import { eventually, linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";

// Runs every program of examples/ as its page describes, against a server and the simulated network.
const root = join(import.meta.dir, "..", "..");
const NUMBER = "5511987650009";
let world: World;
let maria: Phone;
let token = "";

beforeAll(async () => {
  world = await startWorld({ env: { ALLOW_PRIVATE_URLS: "true" } });
  maria = world.network.addPerson({ number: NUMBER, name: "Maria Souza" });
  const connectionId = await linkConnection(world);
  await world.server.call("PUT", `/whatsapp/${connectionId}`, { isDefault: true, sendIntervalMs: 0 });
  token = (await output(["sh", "examples/curl/create-key.sh", SUPER.email, SUPER.password])).trim();
}, 60_000);
afterAll(() => world?.close());

const start = (command: readonly string[], env: Record<string, string> = {}, stdin?: Blob) =>
  Bun.spawn([...command], {
    cwd: root,
    env: { ...process.env, BALCAO_URL: world.server.url, BALCAO_TOKEN: token, ...env },
    stdin: stdin ?? "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
async function output(command: readonly string[], stdin?: Blob): Promise<string> {
  const child = start(command, {}, stdin);
  const text = await new Response(child.stdout).text();
  expect([command.join(" "), await child.exited]).toEqual([command.join(" "), 0]);
  return text;
}
const curl = (name: string, ...args: string[]) => output(["sh", `examples/curl/${name}.sh`, ...args]);
const typescript = (name: string, ...args: string[]) =>
  output([process.execPath, `examples/typescript/${name}.ts`, ...args]);

const arrived = (text: string) => maria.received(({ content }) => textOf(content) === text);

test("the example programs send a text and print its state", async () => {
  expect(await curl("send-message", NUMBER, "Do curl")).toContain('"status":"sent"');
  expect(await typescript("send-message", NUMBER, "Do TypeScript")).toContain("sent");
  await arrived("Do curl");
  await arrived("Do TypeScript");
}, 30_000);

test("the example programs send a file with its caption", async () => {
  expect(await curl("send-file", NUMBER, "README.md", "Do curl, com arquivo")).toContain('"messageId"');
  expect(await typescript("send-file", NUMBER, "README.md", "Do TypeScript, com arquivo")).toContain(
    "message ",
  );
  for (const caption of ["Do curl, com arquivo", "Do TypeScript, com arquivo"]) {
    const { content } = await arrived(caption);
    expect(unwrap(content).documentMessage?.fileName).toBe("README.md");
  }
}, 30_000);

test("the example programs list the tickets of a status", async () => {
  await maria.send.text(world.shop, "Bom dia");
  await eventually(async () => {
    const answer = await curl("list-tickets", "pending");
    return answer.includes("Maria Souza") && answer.includes("Bom dia") ? true : undefined;
  }, "a pending ticket");
  expect(await typescript("list-tickets", "pending")).toMatch(/Maria Souza\t.*\tBom dia/);
}, 30_000);

test("the example receiver prints genuine events, rejects forged ones, and removes its webhook at the end", async () => {
  const PORT = String(freePort());
  const child = start([process.execPath, "examples/typescript/receive-webhook.ts"], { PORT });
  let printed = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) printed += decoder.decode(bytes, { stream: true });
  })();
  const line = (text: string) =>
    eventually(
      async () => printed.split("\n").find((candidate) => candidate.includes(text)),
      `a printed line with ${text}`,
    );
  await line("listening");
  await maria.send.text(world.shop, "Ainda está aberto?");
  expect(await line("Ainda está aberto?")).toStartWith("message.created ");
  const forged = await fetch(`http://localhost:${PORT}/`, {
    method: "POST",
    headers: { "X-Balcao-Timestamp": String(Math.floor(Date.now() / 1000)), "X-Balcao-Signature": "v1=00" },
    body: "{}",
  });
  expect(forged.status).toBe(401);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  await reading;
  const authorization = `Bearer ${token}`;
  const list = await fetch(`${world.server.url}/api/webhooks`, { headers: { authorization } });
  expect(await list.json()).toEqual({ webhooks: [] });
}, 30_000);

test("the shell verifies a signature as docs/api.md describes it", async () => {
  const [secret, timestamp, body] = ["segredo", "1763900000", '{"event":"message.created"}'];
  const signature = `v1=${new Bun.CryptoHasher("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
  const verify = (given: string) =>
    start(["sh", "examples/curl/verify-webhook.sh", secret, timestamp, given], {}, new Blob([body])).exited;
  expect(await verify(signature)).toBe(0);
  expect(await verify("v1=00")).toBe(1);
});
