import { parseArgs } from "node:util";
import { startNetwork } from "./network.ts";

/**
 * `bun simulator/cli.ts [--port N]`: runs the simulated network in a separate process. Prints one line of JSON with
 * its addresses when it is ready; stops on SIGTERM and SIGINT.
 */
const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const network = await startNetwork({ port: Number(values.port) });

console.log(
  JSON.stringify({
    url: network.url,
    rootKey: network.rootKey,
    mediaHost: network.mediaHost,
    control: `http://127.0.0.1:${network.port}`,
  }),
);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, async () => {
    await network.stop();
    process.exit(0);
  });
}
