import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { ServerProcess } from "#test/helpers/server-process.ts";

const OPTIMISATION = "BUN_JSC_thresholdForFTLOptimizeAfterWarmUp";
const REQUESTS = "BUN_CONFIG_MAX_HTTP_REQUESTS";

/** The values of both options in the environment of a running server; undefined for one that is not set. */
async function valuesIn(env: Record<string, string>): Promise<readonly (string | undefined)[]> {
  const server = new ServerProcess({ env });
  await server.start();
  try {
    const variables = readFileSync(`/proc/${server.pid}/environ`, "utf8").split("\0");
    return [OPTIMISATION, REQUESTS].map((name) =>
      variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1),
    );
  } finally {
    await server.stop();
  }
}

test("the server runs with its options of the runtime under the process id it was started with", async () => {
  expect(await valuesIn({})).toEqual(["400000", "4096"]);
});

test("a value set by the operator is kept, and the other option is set", async () => {
  expect(await valuesIn({ [OPTIMISATION]: "100000" })).toEqual(["100000", "4096"]);
});
