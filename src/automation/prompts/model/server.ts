import type { PromptRow } from "#automation/prompts/schema.ts";
import { type OutboundAnswer, OutboundPort, type OutboundRequest } from "#platform/outbound/client.ts";
import type { Installation } from "#tenants/installation.ts";
import { asFailure, failureOfStatus, ModelFailed } from "./failure.ts";

/** Time limit of one call (docs/rules/prompts.md#call). */
const LIMIT_MS = 60_000;

/** Where a model lives, with its key in the clear: made for one call, kept nowhere. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The server of a prompt, its key read now. Throws ModelFailed (`key_refused`) where there is none. */
export function serverOf({ secrets }: Installation, { baseUrl, apiKey }: PromptRow): ModelServer {
  if (apiKey === "") throw new ModelFailed("key_refused", "no key");
  return { baseUrl, apiKey: secrets.decrypt(apiKey) };
}

/** One call to a path of the server; what is not 2xx has failed. Throws ModelFailed. */
export const callModel = (
  installation: Installation,
  { baseUrl, apiKey }: ModelServer,
  path: string,
  rest: Pick<OutboundRequest, "headers" | "body" | "limitBytes">,
): Promise<OutboundAnswer> =>
  post(installation, {
    url: `${baseUrl}${path}`,
    ...rest,
    headers: { ...rest.headers, authorization: `Bearer ${apiKey}` },
  });

/** A POST through the guarded client, within the time limit. Throws ModelFailed. */
export async function post(
  { ports }: Installation,
  request: Omit<OutboundRequest, "method" | "limitMs">,
): Promise<OutboundAnswer> {
  try {
    const answer = await ports.use(OutboundPort).request({ ...request, method: "POST", limitMs: LIMIT_MS });
    if (answer.status < 200 || answer.status > 299) throw failureOfStatus(answer.status, answer.text);
    return answer;
  } catch (error) {
    throw asFailure(error);
  }
}
