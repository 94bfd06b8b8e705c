/** The parts of an OpenAPI document that this page shows. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Content {
  readonly schema: Schema;
  readonly example?: Example;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
interface Answer {
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}
export type Example = Readonly<Record<string, unknown>>;

/** A parameter, a field of a body, or a header. */
export interface Field {
  readonly name: string;
  /** `string`, `integer`, `string[]`, `"queued"`, `string | number` … */
  readonly type: string;
  readonly required: boolean;
}
export interface Body {
  readonly contentType: string;
  readonly fields: readonly Field[];
  readonly example: Example;
}
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Field[];
  readonly headers: readonly Field[];
  readonly bodies: readonly Body[];
  readonly answer: readonly Field[];
  readonly answerHeaders: readonly Field[];
  readonly answerExample: Example;
  /** Error codes by HTTP status. */
  readonly errors: readonly { readonly status: number; readonly codes: readonly string[] }[];
}

/** One operation of the document; undefined when it is not described. */
export function operationOf(document: ApiDocument, method: string, path: string): Operation | undefined {
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) return undefined;
  const ok = described.responses["200"];
  const answer = ok?.content?.["application/json"];
  const parametersIn = (location: string) =>
    described.parameters.filter((parameter) => parameter.in === location).map(fieldOf);
  return {
    method,
    path,
    parameters: [...parametersIn("path"), ...parametersIn("query")],
    headers: parametersIn("header"),
    bodies: Object.entries(described.requestBody?.content ?? {}).map(([contentType, content]) => ({
      contentType,
      fields: fieldsOf(content.schema),
      example: content.example ?? {},
    })),
    answer: answer ? fieldsOf(answer.schema) : [],
    answerHeaders: Object.entries(ok?.headers ?? {}).map(([name, { schema }]) => ({
      name,
      type: typeOf(schema),
      required: false,
    })),
    answerExample: answer?.example ?? {},
    errors: Object.entries(described.responses)
      .filter(([status]) => status !== "200")
      .map(([status, response]) => ({
        status: Number(status),
        codes: (response.content?.["application/json"]?.schema.properties?.["error"]?.enum ?? []).map(String),
      })),
  };
}

const fieldOf = ({ name, schema, required }: Parameter): Field => ({ name, type: typeOf(schema), required });

function fieldsOf({ properties = {}, required = [] }: Schema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
  }));
}

function typeOf(schema: Schema): string {
  // Form fields encode booleans as text.
  if (schema.anyOf?.some(({ type }) => type === "boolean")) return "boolean";
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  if (schema.format === "binary") return "file";
  return schema.type ?? "any";
}
