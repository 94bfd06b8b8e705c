import { join, resolve } from "node:path";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const made = process.env["TEST_PROGRAM"];

/** Command line of the product with these arguments: the binary in `TEST_PROGRAM` (built first by a whole run of the tests), else the sources. */
export const program = (...words: readonly string[]): string[] =>
  made ? [resolve(made), ...words] : [process.execPath, MAIN, ...words];
