import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
/** A folder of this run of all tests, for what its processes share; a single file run by hand has one of its own. */
const shared = process.env["TEST_RUN_FOLDER"] ?? mkdtempSync(join(tmpdir(), "balcao-run-"));

/** The single binary made from these sources; made once in a run of tests. Answers its path, which is not to be changed. */
export async function builtBinary(): Promise<string> {
  const [built, failed] = [join(shared, "built"), join(shared, "not-built")];
  if (isFirst()) writeFileSync((await build()) ? built : failed, "");
  while (!existsSync(built)) {
    if (existsSync(failed)) throw new Error("the binary cannot be built");
    await Bun.sleep(50);
  }
  return join(root, "dist/balcao");
}

/** Of the processes and files of this run, one makes it. */
function isFirst(): boolean {
  try {
    mkdirSync(join(shared, "building"));
    return true;
  } catch {
    return false;
  }
}

async function build(): Promise<boolean> {
  const words = [process.execPath, "scripts/build.ts"];
  const child = Bun.spawn(words, { cwd: root, stdout: "ignore", stderr: "inherit" });
  return (await child.exited) === 0;
}
