import { join } from "node:path";

const root = join(import.meta.dir, "../..");
/** Each test file has modules of its own; the process has one of this. */
const shared = globalThis as { balcaoBuilt?: Promise<string> };

/** The single binary made from these sources; made once in a test process. Answers its path, which is not to be changed. */
export const builtBinary = (): Promise<string> => (shared.balcaoBuilt ??= build());

async function build(): Promise<string> {
  const child = Bun.spawn([process.execPath, "scripts/build.ts"], {
    cwd: root,
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("the binary cannot be built");
  return join(root, "dist/balcao");
}
