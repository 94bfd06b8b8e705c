import { join } from "node:path";

const root = join(import.meta.dir, "../..");
let building: Promise<void> | undefined;

/**
 * The single binary made from these sources. A whole run of the tests makes it first and names it in `TEST_PROGRAM`; a file run by
 * hand makes it itself, once. Answers its path, which is not to be changed.
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
