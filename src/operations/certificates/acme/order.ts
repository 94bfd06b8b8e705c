import * as v from "valibot";
import { AcmeError, type Answer, type Authority, authorityAt, parse } from "./authority.ts";
import { certificateRequest } from "./request.ts";
import { newKey } from "./signed.ts";

const problem = v.optional(v.object({ detail: v.optional(v.string(), "") }));
const orderSchema = v.object({
  status: v.string(),
  authorizations: v.array(v.string()),
  finalize: v.string(),
  certificate: v.optional(v.string()),
  error: problem,
});
const authorizationSchema = v.object({
  status: v.string(),
  identifier: v.object({ value: v.string() }),
  challenges: v.array(v.object({ type: v.string(), url: v.string(), status: v.string(), error: problem })),
});
/** So often, at least, ms; the authority may ask for more. */
const POLL_MS = 500;
const MAX_POLL_MS = 15_000;
/** A name that is not proven by then will not be, ms. */
const PATIENCE_MS = 120_000;

export interface Wish {
  /** Address of the directory. */
  readonly directory: string;
  /** Key of the account, PEM. */
  readonly accountKey: string;
  /** Address of the account, null = make one. */
  readonly account: string | null;
  /** Whom the authority may write to. */
  readonly email: string | null;
  readonly names: readonly string[];
}
export interface Given {
  readonly account: string;
  /** PEM: ours first. */
  readonly chain: string;
  /** PEM; made for this certificate alone. */
  readonly key: string;
}

/**
 * Asks for a certificate, proving each name by HTTP (http-01: whoever asks `/.well-known/acme-challenge/<token>` must be
 * answered). Takes up to two minutes. Throws AcmeError with the words of the authority.
 */
export async function orderCertificate(wish: Wish): Promise<Given> {
  const authority = await authorityAt(wish.directory, wish.accountKey);
  const account = wish.account ?? (await openAccount(authority, wish.email));
  const say = (url: string, payload: object | null) => authority.say(url, payload, account);
  const identifiers = wish.names.map((value) => ({ type: "dns", value }));
  const made = await say(authority.newOrder, { identifiers });
  if (made.location === null) throw new AcmeError("the order has no address");
  const { location } = made;
  const order = read(orderSchema, made);
  for (const url of order.authorizations) await prove(say, url);
  const key = newKey();
  const csr = Buffer.from(certificateRequest(wish.names, key)).toString("base64url");
  await say(order.finalize, { csr });
  const done = await until(
    () => say(location, null),
    (answer) => {
      const { status, certificate, error } = read(orderSchema, answer);
      if (status === "invalid") throw new AcmeError(error?.detail || "the order was refused");
      return status === "valid" ? certificate : undefined;
    },
  );
  const { body: chain } = await say(done, null);
  if (!chain.includes("-----BEGIN CERTIFICATE-----")) throw new AcmeError("what was given is no certificate");
  return { account, chain, key };
}

async function openAccount(authority: Authority, email: string | null): Promise<string> {
  const contact = email === null ? {} : { contact: [`mailto:${email}`] };
  const { location } = await authority.say(
    authority.newAccount,
    { termsOfServiceAgreed: true, ...contact },
    null,
  );
  if (location === null) throw new AcmeError("the account has no address");
  return location;
}

type Say = (url: string, payload: object | null) => Promise<Answer>;

async function prove(say: Say, url: string): Promise<void> {
  const { status, challenges, identifier } = read(authorizationSchema, await say(url, null));
  if (status === "valid") return;
  const challenge = challenges.find(({ type }) => type === "http-01");
  if (!challenge) throw new AcmeError(`${identifier.value} cannot be proven by HTTP`);
  await say(challenge.url, {});
  await until(
    () => say(url, null),
    (answer) => {
      const now = read(authorizationSchema, answer);
      if (now.status === "valid") return true;
      if (now.status === "pending") return undefined;
      const why = now.challenges.find(({ error }) => error)?.error?.detail;
      throw new AcmeError(`${identifier.value}: ${why || `the name is ${now.status}`}`);
    },
  );
}

async function until<T>(ask: () => Promise<Answer>, found: (answer: Answer) => T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    const value = found(answer);
    if (value !== undefined) return value;
    if (performance.now() > end) throw new AcmeError("the authority did not decide in two minutes");
    await Bun.sleep(Math.min(MAX_POLL_MS, Math.max(POLL_MS, answer.retryMs ?? 0)));
  }
}

function read<Schema extends v.GenericSchema>(schema: Schema, { body }: Answer): v.InferOutput<Schema> {
  const known = v.safeParse(schema, parse(body));
  if (!known.success) throw new AcmeError("the authority answered something else than the protocol says");
  return known.output;
}
