import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import { pairOfFiles, rememberFileTimes } from "./from-files.ts";
import { lifeOf, storedCertificate, storedPair } from "./store.ts";

/** Whether this server ends TLS itself. */
export const endsTls = ({ config }: Pick<Installation, "config">): boolean =>
  config.tlsDomains !== null || config.tlsCertFile !== null;

/** What browsers are shown at the start: the operator's files, else what the authority gave; null = nothing yet. Throws OperatorError. */
export function certificateAtStart(installation: Installation): KeyPair | null {
  const { config } = installation;
  if (config.tlsCertFile === null)
    return config.tlsDomains === null ? null : storedPair(installation, config.tlsDomains);
  rememberFileTimes(installation);
  return pairOfFiles(config);
}

/** Seconds until the certificate ends (negative: it ended); null = there is none. */
export function secondsLeft(
  installation: Pick<Installation, "config" | "system">,
  nowMs: number,
): number | null {
  const { config } = installation;
  const notAfter =
    config.tlsCertFile === null
      ? config.tlsDomains && storedCertificate(installation, config.tlsDomains)?.notAfter
      : lifeOf(pairOfFiles(config)?.cert ?? "").notAfter;
  return notAfter ? Math.round((notAfter - nowMs) / 1000) : null;
}
