import * as v from "valibot";
import { signed } from "./signed.ts";

/** What the authority answered was a refusal, in its words. */
export class AcmeError extends Error {
  override readonly name = "AcmeError";
  /** The authority asks to be left alone so long, ms; 0 = it says nothing. */
  readonly waitMs: number;
  /** `urn:ietf:params:acme:error:…`, "" when nobody named it. */
  readonly kind: string;
  constructor(message: string, waitMs = 0, kind = "") {
    super(message);
    this.waitMs = waitMs;
    this.kind = kind;
  }
}

const directorySchema = v.object({ newNonce: v.string(), newAccount: v.string(), newOrder: v.string() });
const problemSchema = v.object({ type: v.optional(v.string(), ""), detail: v.optional(v.string(), "") });
/** One question may take so long, ms. */
const PATIENCE_MS = 30_000;
/** The authority may find a nonce too old a few times in a row. */
const TRIES = 5;
/** Nothing that is asked for is larger, bytes. */
const MAX_ANSWER = 1024 * 1024;

export interface Answer {
  readonly body: string;
  readonly location: string | null;
  /** When to ask again, ms; null = it did not say. */
  readonly retryMs: number | null;
}

/** Somebody to talk to about certificates: an ACME directory and the key of our account there. */
export interface Authority {
  readonly newAccount: string;
  readonly newOrder: string;
  /** Says something, or looks (`payload` null), as `account`. Throws AcmeError. */
  say(url: string, payload: object | null, account: string | null): Promise<Answer>;
}

/** Reads the directory. Throws AcmeError. */
export async function authorityAt(address: string, keyPem: string): Promise<Authority> {
  const listed = v.safeParse(directorySchema, parse(await read(await ask(address, { method: "GET" }))));
  if (!listed.success) throw new AcmeError(`${address} is no ACME directory`);
  const { newNonce, newAccount, newOrder } = listed.output;
  let nonce: string | null = null;
  const takeNonce = async () => {
    const known = nonce ?? (await ask(newNonce, { method: "HEAD" })).headers.get("replay-nonce");
    nonce = null;
    if (known === null) throw new AcmeError("the authority gives no nonce");
    return known;
  };
  return {
    newAccount,
    newOrder,
    async say(url, payload, account) {
      for (let tries = 1; ; tries += 1) {
        const body = signed({ keyPem, account, url, nonce: await takeNonce(), payload });
        const response = await ask(url, {
          method: "POST",
          headers: { "content-type": "application/jose+json" },
          body,
        });
        nonce = response.headers.get("replay-nonce");
        const answer = await read(response);
        const retryMs = retryOf(response.headers.get("retry-after"));
        if (response.ok) return { body: answer, location: response.headers.get("location"), retryMs };
        const { type, detail } = problemOf(answer);
        if (type.endsWith(":badNonce") && tries < TRIES) continue;
        throw new AcmeError(detail || type || `HTTP ${response.status} of ${url}`, retryMs ?? 0, type);
      }
    },
  };
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new AcmeError(`${URL.parse(url)?.host ?? url} cannot be reached: ${(error as Error).message}`);
  }
}

async function read(response: Response): Promise<string> {
  const bytes = await response.bytes();
  if (bytes.length > MAX_ANSWER) throw new AcmeError("the authority answered too much");
  return new TextDecoder().decode(bytes);
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const problemOf = (body: string) => {
  const known = v.safeParse(problemSchema, parse(body));
  return known.success ? known.output : { type: "", detail: "" };
};

/** Seconds, or a date (RFC 9110, 10.2.3). */
export function retryOf(header: string | null, nowMs = Date.now()): number | null {
  if (header === null) return null;
  const ms = /^\d{1,7}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
