import { join } from "node:path";

const root = join(import.meta.dir, "../..");
let building: Promise<void> | undefined;

/**
 * Path of the single binary built from these sources; do not change the file. A whole test run builds it first and
 * sets `TEST_PROGRAM`; a single file builds it itself, once.
 */
export async function builtBinary(): Promise<string> {
  const made = process.env["TEST_PROGRAM"];
  if (made) return made;
  building ??= build();
  await building;
  return join(root, "dist/balcao");
}

async function build(): Promise<void> {
  const words = [process.execPath, "scripts/build.ts"];
  const child = Bun.spawn(words, { cwd: root, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("the binary cannot be built");
}
