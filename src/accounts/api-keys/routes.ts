import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { ApiKeyBody, ApiKeyList, ApiKeyMade } from "./contract.ts";
import { listKeys, makeKey, revokeKey } from "./keys.ts";

const admin = { access: "admin", planFlag: "useExternalApi" } as const;

export const apiKeyRoutes = [
  route({
    ...admin,
    method: "GET",
    path: "/api-keys",
    summary: "The API keys of the company, newest first",
    answer: ApiKeyList,
    handle: ({ ctx }) => ({ keys: listKeys(ctx) }),
  }),
  route({
    ...admin,
    method: "POST",
    path: "/api-keys",
    audit: "api-key.created",
    summary: "Create an API key; only this response contains it",
    notForSupport: true,
    body: ApiKeyBody,
    answer: ApiKeyMade,
    handle: ({ ctx, body }) => makeKey(ctx, body),
  }),
  route({
    ...admin,
    method: "DELETE",
    path: "/api-keys/:id",
    audit: "api-key.removed",
    summary: "Revoke an API key",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      revokeKey(ctx, params.id);
      return { message: "key revoked" };
    },
  }),
];
