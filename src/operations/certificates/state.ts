import { X509Certificate } from "node:crypto";
import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import type { CertificateState } from "./contract.ts";
import { pairOfFiles, rememberFileTimes } from "./from-files.ts";
import { lifeOf, storedCertificate, storedPair } from "./store.ts";

/** Time before expiry at which a certificate is renewed, ms; for short-lived certificates a third of their validity. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000;
/** Delay after the first failure, ms; doubled after each further failure. */
const FIRST_RETRY_MS = 5 * 60_000;
const LAST_RETRY_MS = 24 * 60 * 60_000;

/** State that decides about a renewal. */
interface RenewalState {
  /** Null = no certificate yet. */
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Earliest time of the next attempt. */
  readonly nextAt: number;
}

/** Time at which a certificate is due for renewal. */
export const renewAt = (notBefore: number, notAfter: number): number =>
  notAfter - Math.min(RENEW_BEFORE_MS, (notAfter - notBefore) / 3);

/** Half of the renewal period has passed without a renewal: an operator must check it. */
export const isLate = (notBefore: number, notAfter: number, nowMs: number): boolean =>
  nowMs >= (renewAt(notBefore, notAfter) + notAfter) / 2;

/** Whether to order a certificate now. */
export function isOrderDue(standing: RenewalState | null, nowMs: number): boolean {
  if (standing === null) return true;
  if (standing.failures > 0) return nowMs >= standing.nextAt;
  if (standing.notBefore === null || standing.notAfter === null) return true;
  return nowMs >= renewAt(standing.notBefore, standing.notAfter);
}

/** Back-off after consecutive failures, ms; at least the Retry-After of the authority. */
export const retryMs = (failures: number, askedMs: number): number =>
  Math.max(askedMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));

const DAY_MS = 24 * 60 * 60_000;
type Installed = Pick<Installation, "config" | "system">;

/** State of the certificate, with its problem, for the provider's staff; null = a proxy terminates TLS. */
export function certificateState(installation: Installed, nowMs: number): CertificateState | null {
  const { config } = installation;
  if (config.tlsCertFile !== null) return ofFiles(installation, nowMs);
  return config.tlsDomains === null ? null : ofAuthority(installation, config.tlsDomains, nowMs);
}

function ofAuthority(installation: Installed, names: readonly string[], nowMs: number): CertificateState {
  const standing = storedCertificate(installation, names);
  const { notBefore = null, notAfter = null, failures = 0, nextAt = 0 } = standing ?? {};
  const life = notBefore === null || notAfter === null ? null : { notBefore, notAfter };
  return {
    source: "authority",
    names: [...names],
    ...endOf(life, nowMs),
    failures,
    error: standing?.error ?? null,
    triedAt: instant(standing?.triedAt ?? null),
    nextAt: failures > 0 ? instant(nextAt) : null,
  };
}

function ofFiles({ config }: Installed, nowMs: number): CertificateState {
  const none = { source: "files", failures: 0, triedAt: null, nextAt: null } as const;
  try {
    const chain = pairOfFiles(config)?.cert ?? "";
    const { subjectAltName = "" } = new X509Certificate(chain);
    const names = subjectAltName.split(", ").map((name) => name.replace(/^[^:]*:/, ""));
    return { ...none, names, ...endOf(lifeOf(chain), nowMs), error: null };
  } catch (error) {
    return { ...none, names: [], ...endOf(null, nowMs), error: (error as Error).message };
  }
}

function endOf(
  life: { readonly notBefore: number; readonly notAfter: number } | null,
  nowMs: number,
): Pick<CertificateState, "endsAt" | "daysLeft" | "isLate"> {
  if (life === null) return { endsAt: null, daysLeft: null, isLate: true };
  return {
    endsAt: instant(life.notAfter),
    daysLeft: Math.floor((life.notAfter - nowMs) / DAY_MS),
    isLate: isLate(life.notBefore, life.notAfter, nowMs),
  };
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

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
