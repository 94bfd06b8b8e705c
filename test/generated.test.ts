import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

/** Files made by a script and kept in the repository; each script fails with --check when its file is old. */
const generators = ["scripts/config-docs.ts", "scripts/notices.ts", "scripts/snapshot-schema.ts"];

test.each(generators)("what %s writes is up to date", async (script) => {
  const child = Bun.spawn([process.execPath, script, "--check"], { cwd: root, stderr: "pipe" });
  const complaint = await new Response(child.stderr).text();
  expect(complaint).toBe("");
  expect(await child.exited).toBe(0);
});
