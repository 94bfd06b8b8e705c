import { join, resolve } from "node:path";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const made = process.env["TEST_PROGRAM"];

/** The product with these words: the binary that `TEST_PROGRAM` names (a whole run of the tests makes one first), else the sources. */
export const program = (...words: readonly string[]): string[] =>
  made ? [resolve(made), ...words] : [process.execPath, MAIN, ...words];
