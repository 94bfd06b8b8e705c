import { join } from "node:path";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type ServerOptions, ServerProcess } from "./server-process.ts";

/** The certificate authority of the simulated media hosts. */
const CA = join(import.meta.dir, "..", "..", "simulator", "certs", "ca.pem");

/** A server connected to the simulated network, and the company's own phone. */
export interface World<Server extends ServerProcess = ServerProcess> {
  readonly network: Network;
  readonly server: Server;
  readonly shop: Phone;
  close(): Promise<void>;
}

type MakeServer<Server> = (options: ServerOptions) => Server;
const ownProcess: MakeServer<ServerProcess> = (options) => new ServerProcess(options);

/** Starts the server and the network; the super user is signed in (except on a first run), no phone is linked. */
export function startWorld(options?: ServerOptions): Promise<World>;
export function startWorld<Server extends ServerProcess>(
  options: ServerOptions,
  make: MakeServer<Server>,
): Promise<World<Server>>;
export async function startWorld(options: ServerOptions = {}, make = ownProcess): Promise<World> {
  const network = await startNetwork();
  const shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
  const server = make({
    ...options,
    env: {
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      NODE_EXTRA_CA_CERTS: CA,
      ...options.env,
    },
  });
  await server.start();
  if (!options.firstRun) await server.signIn();
  return {
    network,
    server,
    shop,
    async close() {
      await server.remove();
      await network.stop();
    },
  };
}

interface ConnectionState {
  readonly id: number;
  readonly status: string;
  readonly qrcode: string;
}

/** Calls `ask` until it returns a value: for a state of another process, which sends no events to the test. */
export async function eventually<T>(
  ask: () => Promise<T | undefined>,
  what: string,
  timeoutMs = 20_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await Bun.sleep(25);
  }
}

/** Adds a connection and scans its code with the phone; returns its id when it is CONNECTED. */
export async function linkConnection(
  world: World,
  name = "Loja Centro",
  phone = world.shop,
): Promise<number> {
  const { server } = world;
  const { id } = await server.call<ConnectionState>("POST", "/whatsapp", { name });
  const state = () => server.call<ConnectionState>("GET", `/whatsapp/${id}`);
  const code = await eventually(async () => {
    const { status, qrcode } = await state();
    return status === "qrcode" && qrcode ? qrcode : undefined;
  }, "a QR code");
  await phone.scan(code);
  await waitConnected(server, id);
  return id;
}

export async function waitConnected(server: ServerProcess, id: number): Promise<void> {
  await eventually(
    async () =>
      (await server.call<ConnectionState>("GET", `/whatsapp/${id}`)).status === "CONNECTED"
        ? true
        : undefined,
    "CONNECTED",
    60_000,
  );
}
