import type { Installation } from "#tenants/installation.ts";
import { thumbprint } from "./acme/signed.ts";

const PREFIX = "/.well-known/acme-challenge/";
/** Proofs of the order that is under way; nobody is answered at other times. */
const proofs = new WeakMap<Installation, string>();

/** While `work` lasts, whoever asks for a proof gets the one of this account key. */
export async function whileProving<T>(
  installation: Installation,
  accountKey: string,
  work: () => Promise<T>,
): Promise<T> {
  proofs.set(installation, thumbprint(accountKey));
  try {
    return await work();
  } finally {
    proofs.delete(installation);
  }
}

/** The answer to the authority's question at this path; null where it is another question, or none is expected. */
export function challengeAnswer(installation: Installation, path: string): string | null {
  const proof = proofs.get(installation);
  const token = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : "";
  return proof !== undefined && /^[\w-]{16,200}$/.test(token) ? `${token}.${proof}` : null;
}
