/**
 * Writes the calls of the client package (`clients/typescript`) from the OpenAPI description:
 * `bun scripts/api-client.ts`. A test compares the file with the output.
 */
import { join } from "node:path";
import { describeProduct } from "#app-description.ts";
import { features } from "#features.ts";

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const CLIENT_FILE = join(import.meta.dir, "..", "clients", "typescript", "src", "calls.ts");
const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";

/** The text of `calls.ts`: types, and one method for each call that a program may make with a token. */
export function clientCalls(document: Document): string {
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .filter(({ operation }) => operation.security.some((scheme) => !("session" in scheme)))
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  return `// Made by scripts/api-client.ts from the OpenAPI description. Do not edit.
import { Caller } from "./caller.ts";

${calls.map(({ operation }) => typesOf(operation)).join("\n")}
/** Every call of the API that a program may make with a token. */
export class Balcao extends Caller {
${calls.map(methodOf).join("\n")}}
`;
}

const pascal = ({ operationId }: Operation) => operationId.charAt(0).toUpperCase() + operationId.slice(1);

function typesOf(operation: Operation): string {
  const name = pascal(operation);
  const { content = {} } = operation.requestBody ?? {};
  const fields: string[] = [];
  for (const place of ["path", "query", "header"] as const) {
    const wanted = operation.parameters.filter((parameter) => parameter.in === place);
    if (wanted.length === 0) continue;
    const optional = wanted.some(({ required }) => required) ? "" : "?";
    // Ids are numbers in answers and text in URLs.
    const read = (schema: Schema): Schema =>
      place === "path" ? { anyOf: [schema, { type: "number" }] } : schema;
    const inner = wanted
      .map(({ name: key, required, schema }) => field(key, read(schema), required))
      .join(" ");
    fields.push(`  readonly ${place === "header" ? "headers" : place}${optional}: { ${inner} };`);
  }
  const json = content[JSON_TYPE]?.schema;
  const form = content[FORM_TYPE]?.schema;
  const lines = [];
  if (json) lines.push(`export type ${name}Body = ${typeOf(json)};`);
  if (form) lines.push(`export type ${name}Form = ${typeOf(form)};`);
  const bodies = [
    ...(json ? [`{ readonly body: ${name}Body }`] : []),
    ...(form ? [`{ readonly form: ${name}Form }`] : []),
  ];
  const input = [...(fields.length > 0 ? [`{\n${fields.join("\n")}\n}`] : [])];
  if (bodies.length > 0) input.push(bodies.length > 1 ? `(${bodies.join(" | ")})` : (bodies[0] ?? ""));
  if (input.length > 0) lines.push(`export type ${name}Input = ${input.join(" & ")};`);
  const answer = operation.responses["200"]?.content?.[JSON_TYPE]?.schema ?? {};
  lines.push(`export type ${name}Answer = ${typeOf(answer)};`);
  return `${lines.join("\n")}\n`;
}

function methodOf({
  path,
  method,
  operation,
}: {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}): string {
  const name = pascal(operation);
  const asksNothing = operation.parameters.length === 0 && !operation.requestBody;
  const needsNothing = !operation.requestBody && operation.parameters.every(({ required }) => !required);
  const argument = asksNothing ? "" : `input: ${name}Input${needsNothing ? " = {}" : ""}`;
  return `  /** ${operation.summary}. \`${method} ${path}\` */
  ${operation.operationId}(${argument}): Promise<${name}Answer> {
    return this.call("${method}", "${path}", ${asksNothing ? "{}" : "input"});
  }
`;
}

const field = (name: string, schema: Schema, required: boolean): string =>
  `readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${typeOf(schema)}${required ? "" : " | undefined"};`;

function typeOf(schema: Schema): string {
  const { type, format, properties, required = [], additionalProperties } = schema;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (format === "binary") return "Blob";
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (properties && Object.keys(properties).length > 0)
    return `{ ${Object.entries(properties)
      .map(([name, inner]) => field(name, inner, required.includes(name)))
      .join(" ")} }`;
  if (type === "object")
    return `Readonly<Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>>`;
  return "unknown";
}

/** The text of `calls.ts`, formatted by Biome. */
export async function madeClientCalls(): Promise<string> {
  const routes = features.flatMap((feature) => feature.routes ?? []);
  const raw = clientCalls(describeProduct(routes) as Document);
  const biome = join(import.meta.dir, "..", "node_modules", "@biomejs", "biome", "bin", "biome");
  const format = Bun.spawn([process.execPath, biome, "format", `--stdin-file-path=${CLIENT_FILE}`], {
    stdin: new Blob([raw]),
    stdout: "pipe",
    stderr: "inherit",
    cwd: join(import.meta.dir, ".."),
  });
  const text = await new Response(format.stdout).text();
  if ((await format.exited) !== 0) throw new Error("Biome cannot format the calls of the client");
  return text;
}

if (import.meta.main) await Bun.write(CLIENT_FILE, await madeClientCalls());
