import type { Network } from "#simulator/network.ts";

/** The phone pages; undefined when the address is none of theirs. */
export function answerPhonePages(_network: Network, _request: Request, _url: URL): Response | undefined {
  return undefined;
}
