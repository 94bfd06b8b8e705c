import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { caCertificate } from "#simulator/media/certificates.ts";
import type { Network } from "#simulator/network.ts";

/** The server of the demo: the same program, configured to use the simulated network as WhatsApp. */
export interface Product {
  readonly url: string;
  /** Resolves with its exit code when it ends. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** The command that starts this program again: the binary alone, or Bun with the entry file. */
function ownCommand(): string[] {
  const entry = process.argv[1];
  return entry?.endsWith(".ts") && !entry.startsWith("/$bunfs/")
    ? [process.execPath, entry]
    : [process.execPath];
}

/** Another program uses the port of the demo. */
export class PortInUse extends Error {
  override readonly name = "PortInUse";
}

/** Throws PortInUse unless the port is free: an older server there would be mistaken for the new one. */
export async function wantPort(port: number): Promise<void> {
  try {
    await Bun.serve({ port, fetch: () => new Response() }).stop(true);
  } catch {
    throw new PortInUse(`port ${port} is in use; stop what listens there, or set PORT to another one`);
  }
}

/** URLs of the simulated external services. */
export interface SimulatedPartners {
  readonly network: Network;
  readonly graphUrl: string;
  readonly gatewayUrl: string;
  /** Simulated servers whose addresses are settings of the sample companies: a model, a webhook. */
  readonly companyUrls: readonly string[];
}

/**
 * Environment of the demo's server. Others may reach a demo, so only its own simulated servers, and hosts that its
 * operator names in `SIMULATED_HOSTS`, are exempt from the private-address guard.
 */
export const productEnvironment = (companyUrls: readonly string[], named = "") => ({
  ALLOW_PRIVATE_URLS: "false",
  SIMULATED_HOSTS: [...companyUrls.map((address) => new URL(address).host), ...(named ? [named] : [])].join(
    ",",
  ),
});

/** Starts `serve` over the demo's directory and waits until it answers. Throws Error when the process ends first. */
export async function startProduct(
  directory: string,
  port: number,
  { network, graphUrl, gatewayUrl, companyUrls }: SimulatedPartners,
): Promise<Product> {
  const authority = join(directory, "simulator-ca.pem");
  writeFileSync(authority, caCertificate);
  const child: Subprocess = Bun.spawn([...ownCommand(), "serve"], {
    env: {
      LOG_LEVEL: "warn",
      ...process.env,
      DATA_DIR: join(directory, "data"),
      PORT: String(port),
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      META_GRAPH_URL: graphUrl,
      ASAAS_URL: gatewayUrl,
      NODE_EXTRA_CA_CERTS: authority,
      ...productEnvironment(companyUrls, process.env["SIMULATED_HOSTS"]),
    },
    stdout: Bun.file(join(directory, "server.log")),
    stderr: "inherit",
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) break;
    await Bun.sleep(50);
  }
  return {
    url,
    ended: child.exited,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
