import type { Installation } from "#tenants/installation.ts";

const PREFIX = "/.well-known/acme-challenge/";
/** Token → proof of the order in progress; empty at other times. */
const proofs = new WeakMap<Installation, Map<string, string>>();

/** Publishes the proofs that `work` sets, until it ends. */
export async function withChallenge<T>(
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
