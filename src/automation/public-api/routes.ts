import * as v from "valibot";
import { AppError } from "#platform/errors.ts";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { PathId } from "#platform/http/contract.ts";
import { errorResponse, json } from "#platform/http/respond.ts";
import type { Installation } from "#tenants/installation.ts";
import { callbackLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import {
  callerOf,
  cellOfSender,
  createSendRate,
  type SendRate,
  type TokenCaller,
  throttled,
} from "./caller.ts";
import { SentListQuery, SentPage, SentThroughApi, StatusThroughApi } from "./contract.ts";
import { sendDescribed, statusDescribed } from "./openapi-extras.ts";
import { sendThroughApi, sentThroughApi, statusThroughApi } from "./send.ts";
import { textOfError } from "./texts.ts";

const rates = new WeakMap<Installation, SendRate>();

function rateOf(installation: Installation): SendRate {
  let rate = rates.get(installation);
  if (!rate) {
    rate = createSendRate(installation.clock);
    rates.set(installation, rate);
  }
  return rate;
}

/** Authenticates the caller, applies the rate limit, and adds a message to errors. */
async function asTokenCaller(
  installation: Installation,
  { request, ip }: { readonly request: Request; readonly ip: string },
  work: (caller: TokenCaller, headers: Readonly<Record<string, string>>) => Promise<Response> | Response,
): Promise<Response> {
  let headers: Readonly<Record<string, string>> = {};
  try {
    const caller = throttled(installation, ip, () => callerOf(installation, request));
    const allowance = rateOf(installation).take(caller);
    headers = allowance.headers;
    if (allowance.refusal) throw allowance.refusal;
    return await work(caller, headers);
  } catch (error) {
    return explained(errorResponse(error, installation.log, request), error, headers);
  }
}

async function explained(
  response: Response,
  error: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = (await response.json()) as { error: string };
  const retryAfter = response.headers.get("retry-after");
  return json(
    { ...body, mensagem: textOfError(error instanceof AppError ? error.code : body.error) },
    response.status,
    { ...headers, ...(retryAfter !== null && { "retry-after": retryAfter }) },
  );
}

export const publicApiRoutes = [
  publicRoute({
    method: "POST",
    path: "/messages/send",
    cell: cellOfSender,
    unaudited: "the message records its author",
    maxBodyBytes: LARGE_BODY_BYTES,
    summary: "Send a message through a connection, with its token: text as JSON, files as a form",
    limit: callbackLimit,
    rawBody: true,
    answer: SentThroughApi,
    described: sendDescribed,
    handle: ({ ctx, request, ip }) =>
      asTokenCaller(ctx, { request, ip }, async (caller, headers) => {
        const { answer, replay } = await sendThroughApi(caller, request);
        return json(answer, 200, { ...headers, ...(replay && { "idempotent-replay": "true" }) });
      }),
  }),
  publicRoute({
    method: "GET",
    path: "/messages/send/:messageId",
    cell: cellOfSender,
    summary: "State of a message sent with this token",
    limit: callbackLimit,
    params: v.object({ messageId: PathId }),
    answer: StatusThroughApi,
    described: statusDescribed,
    handle: ({ ctx, params, request, ip }) =>
      asTokenCaller(ctx, { request, ip }, (caller, headers) =>
        json(statusThroughApi(caller, params.messageId), 200, headers),
      ),
  }),
  route({
    access: "admin",
    planFlag: "useExternalApi",
    method: "GET",
    path: "/messages-api/history",
    summary: "Messages sent through the API, newest first",
    query: SentListQuery,
    answer: SentPage,
    handle: ({ ctx, query }) => sentThroughApi(ctx.tenant, query),
  }),
];
