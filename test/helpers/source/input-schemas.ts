import { readdirSync } from "node:fs";
import { join } from "node:path";
import type * as v from "valibot";
import { features } from "#features.ts";

/** The parts of a schema that the tests of limits look at. */
export interface SchemaNode {
  readonly type: string;
  readonly kind: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly SchemaNode[];
  readonly wrapped?: SchemaNode;
  readonly item?: SchemaNode;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly options?: readonly (SchemaNode | string | number)[];
  readonly key?: SchemaNode;
  readonly value?: SchemaNode | string | number;
}
/** One schema of a request, or one part of it. */
export interface Placed {
  readonly where: string;
  readonly schema: SchemaNode;
}

const root = join(import.meta.dir, "../../../src");
const INPUT = /(?:Body|Query|Params|Fields|Filter)$/;

/** Schemas of everything that requests bring: those of the routes, and of bodies that handlers read themselves. */
export async function inputSchemas(): Promise<readonly Placed[]> {
  const routes = features.flatMap(({ routes = [] }) => routes);
  const ofRoutes = routes.flatMap(({ method, path, params, query, body, described }) =>
    Object.entries({
      params,
      query,
      body,
      describedQuery: described?.query,
      ...Object.fromEntries(
        Object.entries(described?.bodies ?? {}).map(([type, { schema }]) => [type, schema] as const),
      ),
    }).flatMap(([part, schema]) => (schema ? [placed(`${method} ${path} ${part}`, schema)] : [])),
  );
  const contracts = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("contract.ts"),
  );
  const ofContracts = await Promise.all(
    contracts.map(async (path) => {
      const exported: Record<string, unknown> = await import(join(root, path));
      return Object.entries(exported).flatMap(([name, value]) =>
        INPUT.test(name) && isSchema(value) ? [placed(`${path} ${name}`, value)] : [],
      );
    }),
  );
  return [...ofRoutes, ...ofContracts.flat()];
}

const placed = (where: string, schema: v.GenericSchema): Placed => ({
  where,
  schema: schema as unknown as SchemaNode,
});
const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "schema";

/** The steps of a pipe, with nested pipes flattened; a schema without one is its only step. */
export const stepsOf = (schema: SchemaNode): readonly SchemaNode[] =>
  schema.pipe ? schema.pipe.flatMap((step) => (step.kind === "schema" ? stepsOf(step) : [step])) : [schema];

/** A schema and all its parts that a caller fills: only the first schema of a pipe. */
export function partsOf({ where, schema }: Placed): readonly Placed[] {
  const inner = (name: string, child: SchemaNode) => partsOf({ where: `${where}${name}`, schema: child });
  const { wrapped, item, entries = {}, options = [], key, value } = schema;
  return [
    { where, schema },
    ...(wrapped ? inner("", wrapped) : []),
    ...(item ? inner("[]", item) : []),
    ...Object.entries(entries).flatMap(([name, child]) => inner(`.${name}`, child)),
    ...options.flatMap((option) => (typeof option === "object" ? inner("?", option) : [])),
    ...(key ? inner("{key}", key) : []),
    ...(typeof value === "object" && value.kind === "schema" ? inner("{}", value) : []),
  ];
}
