import { fileURLToPath } from "node:url";
import { RemoteNetwork } from "#simulator/control/remote.ts";

export interface SpawnedNetwork {
  readonly remote: RemoteNetwork;
  /** Values for `WHATSAPP_URL` and `WHATSAPP_ROOT_KEY`. */
  readonly url: string;
  readonly rootKey: string;
  readonly mediaHost: string;
  stop(): Promise<void>;
}

const COMMAND = fileURLToPath(import.meta.resolve("#simulator/cli.ts"));

/** Starts the simulator in a separate process, so that tests and benches can kill or measure the product alone. */
export async function spawnNetwork(): Promise<SpawnedNetwork> {
  const child = Bun.spawn([process.execPath, COMMAND], { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  let line = "";
  while (!line.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the simulator did not start");
    line += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  const { control, url, rootKey, mediaHost } = JSON.parse(line);
  return {
    remote: new RemoteNetwork(control),
    url,
    rootKey,
    mediaHost,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
