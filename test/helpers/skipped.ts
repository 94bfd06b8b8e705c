/** `TEST_STRICT=1`: what this computer lacks fails the tests instead of skipping them. */
const isStrict = process.env["TEST_STRICT"] === "1";

/** Reports tests that this computer cannot run, and why. Throws when none may be skipped. */
export function noteSkipped(reason: string): void {
  if (isStrict) throw new Error(`skipped: ${reason}`);
  console.log(`skipped: ${reason}`);
}
