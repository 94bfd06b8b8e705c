import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { BODY_BYTES } from "./body/body.ts";
import { ErrorAnswer } from "./contract.ts";
import type { Route, RouteDescription } from "./route.ts";

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Access levels that need no token. */
  readonly publicAccess: readonly string[];
  /** Security schemes in addition to the login session; `described.security` refers to them by name. */
  readonly securitySchemes?: Readonly<Record<string, object>>;
}

/** The OpenAPI 3.1 description of all routes, generated from the schemas that validate them. */
export function describeRoutes(routes: readonly Route<never>[], info: OpenApiInfo): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route, info);
  }
  const { title, version, description } = info;
  return {
    openapi: "3.1.0",
    info: { title, version, description },
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "Access token of a signed-in person" },
        ...info.securitySchemes,
      },
      schemas: { Error: schemaOf(ErrorAnswer, "output") },
      responses: {
        Error: {
          description: "Refused; `error` is the code, `details` travel with it",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function describeRoute(route: Route<never>, info: OpenApiInfo): object {
  const open = info.publicAccess.includes(route.access);
  if (route.described) return describeForPrograms(route, route.described);
  const error = { $ref: "#/components/responses/Error" };
  return {
    summary: route.summary,
    operationId: operationId(route),
    tags: [route.path.split("/")[1] ?? ""],
    parameters: [...parametersOf(route.params, "path"), ...parametersOf(route.query, "query")],
    ...(route.body && { requestBody: jsonContent(schemaOf(route.body, "input")) }),
    ...(route.rawBody && {
      requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } },
    }),
    responses: {
      "200": { description: "Done", ...jsonContent(schemaOf(route.answer, "output")) },
      "400": error,
      ...(!open && { "401": error, "402": error, "403": error }),
      "404": error,
      "409": error,
      ...((route.body || route.rawBody) && { "413": error }),
      "429": error,
      "500": error,
      "503": error,
    },
    security: open ? [] : [{ session: [] }, ...(route.apiScope ? [{ apiKey: [route.apiScope] }] : [])],
    "x-access": route.access,
    ...(route.body && { "x-max-body-bytes": route.maxBodyBytes ?? BODY_BYTES }),
    ...(route.planFlag && { "x-plan-flag": route.planFlag }),
  };
}

/** A public API route: its token, bodies, headers and error codes. */
function describeForPrograms(route: Route<never>, described: RouteDescription): object {
  const { security, bodies, files = [], headers = [], answerHeaders = [], answerExample } = described;
  const refusal = schemaOf(described.errorAnswer, "output");
  const answerHeaderSchemas = Object.fromEntries(
    answerHeaders.map(({ name, description, schema }) => [
      name,
      { description, schema: schemaOf(schema, "output") },
    ]),
  );
  const answer = {
    schema: schemaOf(route.answer, "output"),
    ...(answerExample && { example: answerExample }),
  };
  return {
    summary: route.summary,
    operationId: operationId(route),
    tags: [route.path.split("/")[1] ?? ""],
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(described.query, "query"),
      ...headers.map(({ name, description, schema }) => ({
        name,
        in: "header",
        required: false,
        description,
        schema: schemaOf(schema, "input"),
      })),
    ],
    ...(bodies && { requestBody: { required: true, content: contentOf(bodies, files) } }),
    responses: {
      "200": { description: "Done", headers: answerHeaderSchemas, content: { "application/json": answer } },
      ...Object.fromEntries(
        Object.entries(described.errors).map(([status, codes]) => [
          status,
          {
            description: codes.join(", "),
            headers: answerHeaderSchemas,
            content: {
              "application/json": {
                schema: { ...refusal, properties: { ...refusal.properties, error: { enum: [...codes] } } },
              },
            },
          },
        ]),
      ),
    },
    security: Object.entries(security).map(([scheme, scopes]) => ({ [scheme]: [...scopes] })),
    "x-access": route.access,
    ...(route.planFlag && { "x-plan-flag": route.planFlag }),
  };
}

const FILES = {
  type: "array",
  items: { type: "string", format: "binary", contentMediaType: "application/octet-stream" },
} as const;

function contentOf(bodies: NonNullable<RouteDescription["bodies"]>, files: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, { schema, example }]) => {
      const described = schemaOf(schema, "input");
      if (type !== "multipart/form-data") return [type, { schema: described, example }];
      const withFiles = Object.fromEntries(files.map((name) => [name, FILES]));
      return [
        type,
        { schema: { ...described, properties: { ...described.properties, ...withFiles } }, example },
      ];
    }),
  );
}

/** `GET /users/:id` → `getUsersById`. */
function operationId({ method, path }: Route<never>): string {
  const words = path
    .split("/")
    .filter(Boolean)
    .map((part) => (part.startsWith(":") ? `by-${part.slice(1)}` : part));
  const name = words.join("-").replace(/[-_.]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function parametersOf(schema: v.GenericSchema | undefined, place: "path" | "query"): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const jsonContent = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

/** The JSON Schema of a schema, without transformations and checks that JSON Schema cannot express. */
function schemaOf(schema: v.GenericSchema, typeMode: "input" | "output"): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    typeMode,
    errorMode: "ignore",
    target: "draft-2020-12",
  });
  return described;
}
