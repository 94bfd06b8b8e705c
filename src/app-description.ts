import * as v from "valibot";
import product from "#package.json" with { type: "json" };
import { describeRoutes } from "#platform/http/openapi.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { type AppRoute, publicRoute } from "#tenants/route.ts";

export const describeProduct = (routes: readonly AppRoute[]): object =>
  describeRoutes(routes, {
    title: "Balcão",
    version: product.version,
    description: "Customer service of many companies on WhatsApp, Facebook and Instagram",
    publicAccess: ["public"],
    securitySchemes: {
      connectionToken: {
        type: "http",
        scheme: "bearer",
        description: "Token of a connection, made on the page of the connections",
      },
      apiKey: {
        type: "http",
        scheme: "bearer",
        description: "Key of a company, made on the page of the API; the scope it needs stands beside it",
      },
    },
  });

/** The routes, and one that returns their OpenAPI document. */
export function withDescription(described: readonly AppRoute[]): readonly AppRoute[] {
  let page: object | undefined;
  const description = publicRoute({
    method: "GET",
    path: "/openapi.json",
    cell: "any",
    summary: "This description",
    limit: readLimit,
    answer: v.record(v.string(), v.unknown()),
    handle() {
      page ??= describeProduct([...described, description]);
      return page;
    },
  });
  return [...described, description];
}
