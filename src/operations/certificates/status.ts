import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import { pairOfFiles, rememberFileTimes } from "./from-files.ts";
import { lifeOf, storedCertificate, storedPair } from "./store.ts";

/** Whether this server terminates TLS itself. */
export const endsTls = ({ config }: Pick<Installation, "config">): boolean =>
  config.tlsDomains !== null || config.tlsCertFile !== null;

/** The certificate at the start of the server: the operator's files, else the issued one; null = none yet. Throws OperatorError. */
export function certificateAtStart(installation: Installation): KeyPair | null {
  const { config } = installation;
  if (config.tlsCertFile === null)
    return config.tlsDomains === null ? null : storedPair(installation, config.tlsDomains);
  rememberFileTimes(installation);
  return pairOfFiles(config);
}

/** Seconds until the certificate expires (negative after it); null without a certificate. */
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
