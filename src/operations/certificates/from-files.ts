import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Config } from "#config.ts";
import { OperatorError } from "#platform/errors.ts";
import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";

type Files = Pick<Config, "tlsCertFile" | "tlsKeyFile">;

/** The operator's own certificate; null = none is configured. Throws OperatorError with the reason. */
export function pairOfFiles({ tlsCertFile, tlsKeyFile }: Files): KeyPair | null {
  if (tlsCertFile === null || tlsKeyFile === null) return null;
  try {
    const [cert, key] = [readFileSync(tlsCertFile, "utf8"), readFileSync(tlsKeyFile, "utf8")];
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error("the key belongs to another certificate");
    return { cert, key };
  } catch (error) {
    throw new OperatorError(
      `TLS_CERT_FILE ${tlsCertFile} with TLS_KEY_FILE ${tlsKeyFile} cannot be used: ${(error as Error).message}`,
    );
  }
}

const seen = new WeakMap<Installation, string>();

const stampOf = ({ tlsCertFile, tlsKeyFile }: Files): string =>
  [tlsCertFile, tlsKeyFile]
    .map((path) => statSync(path ?? "", { throwIfNoEntry: false }))
    .map((status) => `${status?.mtimeMs}:${status?.ino}:${status?.size}`)
    .join();

/** Stores the modification times of the certificate files, to detect replaced ones. */
export const rememberFileTimes = (installation: Installation): void =>
  void seen.set(installation, stampOf(installation.config));

/** The certificate and key from files replaced since the last call, once they belong together; null otherwise. */
export function reloadChangedFiles(installation: Installation): KeyPair | null {
  const { config, log } = installation;
  if (config.tlsCertFile === null) return null;
  const stamp = stampOf(config);
  if (stamp === seen.get(installation)) return null;
  try {
    const pair = pairOfFiles(config);
    seen.set(installation, stamp);
    log.info("certificate reloaded from its files");
    return pair;
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      "replaced certificate files are invalid; the old certificate stays in use",
    );
    return null;
  }
}
