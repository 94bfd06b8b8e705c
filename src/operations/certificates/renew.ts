import { notifyProvider } from "#accounts/notices/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { KeyPair } from "#platform/http/server/listen.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { AcmeError } from "./acme/transport.ts";
import { reloadChangedFiles } from "./from-files.ts";
import { isOrderDue, retryMs } from "./state.ts";
import {
  accountAt,
  deleteAccount,
  storeAccount,
  storeCertificate,
  storedCertificate,
  storeFailure,
} from "./store.ts";

const PREFIX = "/.well-known/acme-challenge/";
/** Token → proof of the order in progress; empty at other times. */
const proofs = new WeakMap<Installation, Map<string, string>>();

/** Publishes the proofs that `work` sets, until it ends. */
async function withChallenge<T>(
  installation: Installation,
  work: (publish: (token: string, proof: string) => void) => Promise<T>,
): Promise<T> {
  const published = new Map<string, string>();
  proofs.set(installation, published);
  try {
    return await work((token, proof) => published.set(token, proof));
  } finally {
    proofs.delete(installation);
  }
}

/** The response to the authority's request for this path; null for another path or an unknown token. */
export function challengeAnswer(installation: Installation, path: string): string | null {
  return path.startsWith(PREFIX) ? (proofs.get(installation)?.get(path.slice(PREFIX.length)) ?? null) : null;
}

/** Receives a new certificate; implemented by the network listeners. */
export const CertificatePort = definePort<{ present(pair: KeyPair): void }>("certificate");

/** Orders a certificate when one is due, and reloads replaced certificate files. */
export const certificateJob = defineJob<Installation>({
  name: "certificate",
  every: { seconds: 10 },
  async run(installation) {
    const { config, clock, ports } = installation;
    if (
      config.tlsDomains !== null &&
      isOrderDue(storedCertificate(installation, config.tlsDomains), clock.now())
    )
      await order(installation, config.tlsDomains);
    const changed = reloadChangedFiles(installation);
    if (changed) ports.use(CertificatePort).present(changed);
  },
});

async function order(installation: Installation, names: readonly string[]): Promise<void> {
  const { config, log, ports } = installation;
  const { tlsDirectoryUrl: directory, tlsEmail: email } = config;
  const account = accountAt(installation, directory);
  try {
    // Loaded with the first order: acme-client is large.
    const { orderCertificate } = await import("./acme/order.ts");
    const issued = await withChallenge(installation, (publish) =>
      orderCertificate({ directory, accountKey: account.key, account: account.url, email, names, publish }),
    );
    if (issued.account !== account.url)
      storeAccount(installation, directory, { key: account.key, url: issued.account });
    const pair = { cert: issued.chain, key: issued.key };
    storeCertificate(installation, names, pair);
    ports.use(CertificatePort).present(pair);
    log.info({ names }, "certificate issued");
  } catch (error) {
    if (error instanceof AcmeError && error.kind.endsWith(":accountDoesNotExist"))
      deleteAccount(installation, directory);
    fail(installation, names, error as Error);
  }
}

function fail(installation: Installation, names: readonly string[], error: Error): void {
  const { clock, log } = installation;
  const failures = (storedCertificate(installation, names)?.failures ?? 0) + 1;
  const waitMs = retryMs(failures, error instanceof AcmeError ? error.waitMs : 0);
  storeFailure(installation, names, error.message, clock.now() + waitMs);
  log.error({ names, failures, againInMs: waitMs, reason: error.message }, "certificate order failed");
  notifyFailure(installation, error.message);
}

/** Notifies the provider's admins of a failed order, at most once a day. */
function notifyFailure(installation: Installation, name: string): void {
  const { clock, config } = installation;
  const key = `certificate_failed:${dayAt(clock.now(), config.timeZone)}`;
  notifyProvider(installation, { code: "certificate_failed", details: { name }, key });
}
