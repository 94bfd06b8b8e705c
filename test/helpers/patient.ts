/**
 * Preloaded before every test file (bunfig.toml): the time that a test may take, `TEST_SECONDS` or a minute. It counts
 * for the first file of a process only: several files need `--isolate`, `--parallel`, or `--timeout` as in `scripts/test-suites.ts`. Bun's own limit of
 * 5 s is too short on a loaded machine, and a test that exceeds it keeps running beside the next tests of its file, so that each sees
 * writes of the other. `timeout` in bunfig.toml has no effect in Bun 1.4.5.
 */
import { setDefaultTimeout } from "bun:test";

/** Time limit of a test that calls every route, ms. */
export const SWEEP_MS = 180_000;

setDefaultTimeout(Number(process.env["TEST_SECONDS"] ?? 60) * 1000);
