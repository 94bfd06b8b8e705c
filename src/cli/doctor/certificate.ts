import type { Config } from "#config.ts";
import { certificateState } from "#operations/certificates/index.ts";
import { type Db, one } from "#platform/db/database.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Remaining validity of the certificate of a server with its own TLS, and why the last order failed. */
export function* certificate(system: Db, config: Config, nowMs: number): Generator<Finding> {
  const finding = findingsOf("certificate");
  if (!one(system, "SELECT 1 FROM sqlite_master WHERE name = 'certificate'")) return;
  const state = certificateState({ config, system }, nowMs);
  if (state === null) return;
  const { source, daysLeft, error, isLate } = state;
  if (source === "files" && error !== null) {
    yield finding("error", error, "put a certificate and its key there");
    return;
  }
  const why = error === null ? "" : `: ${error}`;
  const advice =
    source === "authority"
      ? `let ${state.names.join(", ")} resolve to this machine and forward port 80 from outside to TLS_HTTP_PORT; the server tries again when it starts`
      : "replace the files; the server reads them again without a restart";
  if (daysLeft === null) yield finding("error", `there is no certificate yet${why}`, advice);
  else if (daysLeft < 0)
    yield finding("error", `the certificate expired ${-daysLeft} days ago${why}`, advice);
  else if (isLate) yield finding("warning", `the certificate expires in ${daysLeft} days${why}`, advice);
  else if (why) yield finding("warning", `the certificate could not be renewed${why}`, advice);
}
