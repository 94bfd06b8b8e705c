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
    yield finding("error", error, "put a certificate and the key that belongs to it there");
    return;
  }
  const why = error === null ? "" : `: ${error}`;
  const advice =
    source === "authority"
      ? `let ${state.names.join(", ")} lead to this machine, and port 80 from outside to TLS_HTTP_PORT; a start of the server tries again`
      : "replace the files; they are read anew by themselves";
  if (daysLeft === null) yield finding("error", `there is no certificate yet${why}`, advice);
  else if (daysLeft < 0) yield finding("error", `the certificate ended ${-daysLeft} days ago${why}`, advice);
  else if (isLate) yield finding("warning", `the certificate ends in ${daysLeft} days${why}`, advice);
  else if (why) yield finding("warning", `the certificate could not be renewed${why}`, advice);
}
