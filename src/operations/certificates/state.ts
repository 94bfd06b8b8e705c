import { X509Certificate } from "node:crypto";
import type { Installation } from "#tenants/installation.ts";
import type { CertificateState } from "./contract.ts";
import { pairOfFiles } from "./from-files.ts";
import { isLate } from "./renewal.ts";
import { lifeOf, storedCertificate } from "./store.ts";

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
