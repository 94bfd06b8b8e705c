import { join } from "node:path";
import { adminEmail, PASSWORD } from "#bench/data/dataset.ts";
import { RemoteNetwork } from "#simulator/control/remote.ts";
import { copyOf, type Program, product, signIn } from "./programs.ts";
import { Talker } from "./talker.ts";

const AUTHORITY = join(import.meta.dir, "../../simulator/certs/ca.pem");

/** The product over a copy of a data set, in a simulated network that runs in its own process. */
export interface Simulated {
  readonly network: RemoteNetwork;
  /** Address of the network's control interface. */
  readonly control: string;
  readonly ours: Program;
  readonly directory: string;
  readonly token: string;
  readonly headers: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Niceness of the simulated network, 0 to 19, so that the product and the yardstick run first: in reality it has its
 * own machines.
 */
export const NETWORK_GIVES_WAY = 10;

export const startSimulated = (
  kept: string,
  label: string,
  port: number,
  niceness?: number,
): Promise<Simulated> =>
  startSimulatedOn(copyOf(kept, label), port, { email: adminEmail, password: PASSWORD }, niceness);

/** Starts the product over a separate directory with a simulated network, for this user. */
export async function startSimulatedOn(
  directory: string,
  port: number,
  person: { readonly email: string; readonly password: string },
  niceness = NETWORK_GIVES_WAY,
): Promise<Simulated> {
  const simulator = new Talker(["simulator/cli.ts"], niceness);
  const { control, url, rootKey } = JSON.parse(await simulator.next()) as Record<
    "control" | "url" | "rootKey",
    string
  >;
  const ours = await product(directory, port, {
    WHATSAPP_URL: url,
    WHATSAPP_ROOT_KEY: rootKey,
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  const session = await signIn(ours.url, person.email, person.password);
  return {
    network: new RemoteNetwork(control),
    control,
    ours,
    directory,
    ...session,
    async stop() {
      await ours.stop();
      await simulator.stop();
    },
  };
}

/** Adds a phone and a connection and links them; returns the connection's id when it is CONNECTED. */
export async function link(
  { network, ours, headers }: Pick<Simulated, "network" | "ours" | "headers">,
  number: string,
  name: string,
): Promise<number> {
  await network.call("add-phone", { number, name });
  const body = JSON.stringify({ name, sendIntervalMs: 0, newChatsPerDay: 0, queueIds: [1] });
  const created = await fetch(`${ours.url}/api/whatsapp`, { method: "POST", headers, body });
  const { id } = (await created.json()) as { id: number };
  const state = async () =>
    (await (await fetch(`${ours.url}/api/whatsapp/${id}`, { headers })).json()) as {
      status: string;
      qrcode: string;
    };
  let qr = "";
  await until("a QR code", async () => {
    qr = (await state()).qrcode;
    return qr !== "";
  });
  await network.call("scan", { number, qr });
  await until("CONNECTED", async () => (await state()).status === "CONNECTED");
  return id;
}

/** Polls every `everyMs` until the condition holds: another process sends no events. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  everyMs = 10,
  limitMs = 120_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never happened: ${what}`);
    await Bun.sleep(everyMs);
  }
}
