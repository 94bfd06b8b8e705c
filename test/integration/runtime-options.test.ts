import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { ServerProcess } from "#test/helpers/server-process.ts";

const NAME = "BUN_JSC_thresholdForFTLOptimizeAfterWarmUp";

/** The value in the environment of a running server; undefined when it is not set. */
async function valueIn(env: Record<string, string>): Promise<string | undefined> {
  const server = new ServerProcess({ env });
  await server.start();
  try {
    const variables = readFileSync(`/proc/${server.pid}/environ`, "utf8").split("\0");
    return variables.find((variable) => variable.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  } finally {
    await server.stop();
  }
}

test("the server runs with late optimisation under the process id it was started with", async () => {
  expect(await valueIn({})).toBe("400000");
});

test("a value set by the operator is kept", async () => {
  expect(await valueIn({ [NAME]: "100000" })).toBe("100000");
});
