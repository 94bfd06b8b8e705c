import { axios, Client, crypto } from "acme-client";
import { AcmeError, fetchTransport } from "./transport.ts";

axios.defaults.adapter = fetchTransport;

/** Polling of a challenge or an order: from 0.5 s doubling to 15 s, at most two minutes. */
const POLLING = { backoffMin: 500, backoffMax: 15_000, backoffAttempts: 13 };

export interface OrderRequest {
  /** Address of the directory. */
  readonly directory: string;
  /** Key of the account, PEM. */
  readonly accountKey: string;
  /** Address of the account, null = a new account is created. */
  readonly account: string | null;
  /** Contact address of the account. */
  readonly email: string | null;
  readonly names: readonly string[];
  /** Publishes the proof for a token at `/.well-known/acme-challenge/<token>`. */
  readonly publish: (token: string, proof: string) => void;
}
export interface IssuedCertificate {
  readonly account: string;
  /** PEM: our certificate first. */
  readonly chain: string;
  /** The private key as PEM, generated for this certificate. */
  readonly key: string;
}

/**
 * Orders a certificate and proves each name by http-01 (RFC 8555). Takes up to two minutes for each name. Throws AcmeError,
 * or an Error with the message of the authority.
 */
export async function orderCertificate(request: OrderRequest): Promise<IssuedCertificate> {
  const { directory, accountKey, account, email, names } = request;
  const client = new Client({
    directoryUrl: directory,
    accountKey,
    ...(account !== null && { accountUrl: account }),
    ...POLLING,
  });
  if (account === null) {
    const contact = email === null ? {} : { contact: [`mailto:${email}`] };
    await client.createAccount({ termsOfServiceAgreed: true, ...contact });
  }
  const order = await client.createOrder({
    identifiers: names.map((value) => ({ type: "dns", value })),
  });
  for (const authorization of await client.getAuthorizations(order)) {
    if (authorization.status === "valid") continue;
    await prove(client, authorization, request.publish);
  }
  const key = await crypto.createPrivateEcdsaKey("P-256");
  const [, csr] = await crypto.createCsr({ altNames: [...names] }, key);
  const chain = await client.getCertificate(await client.finalizeOrder(order, csr));
  if (!chain.includes("-----BEGIN CERTIFICATE-----"))
    throw new AcmeError("the certificate authority sent something else than a certificate");
  return { account: client.getAccountUrl(), chain, key: String(key) };
}

type Authorization = Awaited<ReturnType<Client["getAuthorizations"]>>[number];

async function prove(
  client: Client,
  { identifier, challenges }: Authorization,
  publish: OrderRequest["publish"],
): Promise<void> {
  const challenge = challenges.find(({ type }) => type === "http-01");
  if (!challenge) throw new AcmeError(`${identifier.value} cannot be proven by HTTP`);
  publish(challenge.token, await client.getChallengeKeyAuthorization(challenge));
  await client.completeChallenge(challenge);
  try {
    await client.waitForValidStatus(challenge);
  } catch (error) {
    if (error instanceof AcmeError) throw error;
    throw new AcmeError(`${identifier.value}: ${(error as Error).message}`);
  }
}
