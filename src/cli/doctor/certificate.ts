import { kept, secondsLeft } from "#certificates/index.ts";
import type { Config } from "#config.ts";
import { type Db, one } from "#platform/db/database.ts";
import { type Finding, findingsOf } from "./finding.ts";

const DAY_S = 24 * 60 * 60;
/** Somebody should have renewed it by then, s. */
const LATE_S = 14 * DAY_S;

/** How long the certificate of a server that ends TLS itself is good, and why none was given. */
export function* certificate(system: Db, config: Config, nowMs: number): Generator<Finding> {
  const finding = findingsOf("certificate");
  if (config.tlsDomains === null && config.tlsCertFile === null) return;
  if (!one(system, "SELECT 1 FROM sqlite_master WHERE name = 'certificate'")) return;
  let left: number | null;
  try {
    left = secondsLeft({ config, system }, nowMs);
  } catch (error) {
    yield finding(
      "error",
      (error as Error).message,
      "put a certificate and the key that belongs to it there",
    );
    return;
  }
  const standing = config.tlsDomains && kept({ system }, config.tlsDomains);
  const why = standing && standing.failures > 0 ? `: ${standing.error}` : "";
  const advice = config.tlsDomains
    ? `let ${config.tlsDomains.join(", ")} lead to this machine, and port 80 from outside to TLS_HTTP_PORT; a start of the server tries again`
    : "replace the files; they are read anew by themselves";
  if (left === null) yield finding("error", `there is no certificate yet${why}`, advice);
  else if (left <= 0) yield finding("error", `the certificate ended ${days(-left)} ago${why}`, advice);
  else if (left < LATE_S) yield finding("warning", `the certificate ends in ${days(left)}${why}`, advice);
  else if (why) yield finding("warning", `the certificate could not be renewed${why}`, advice);
}

const days = (seconds: number): string => `${Math.floor(seconds / DAY_S)} days`;
