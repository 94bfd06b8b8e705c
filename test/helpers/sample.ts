import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** Values for generated requests: `id` for every field that may name a row, `text` for every free text. */
export interface Fill {
  readonly id: number;
  readonly text: string;
  /** The option that unions take, by its number; the last one when there are fewer. Default: the first. */
  readonly option?: number;
  /** Another id for one of the fields, by its number in the order of the schema. */
  readonly only?: { readonly position: number; readonly id: number };
  /** Values of fields by name. */
  readonly named?: Readonly<Record<string, unknown>>;
}

/** State of one walk through a schema. */
interface Walk extends Fill {
  readonly seen: { ids: number; options: number };
}

/** A body or query that is valid as far as JSON Schema can express, with every field present. */
export function sampleOf(schema: v.GenericSchema, fill: Fill): unknown {
  const walk = { ...fill, seen: { ids: 0, options: 1 } };
  return sample(toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" }), "", walk);
}

/** How many fields of a sample name a row, and the most options that one of its unions has. */
export function variantsOf(schema: v.GenericSchema, option: number): { ids: number; options: number } {
  const walk = { id: 1, text: "plain", option, seen: { ids: 0, options: 1 } };
  sample(toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" }), "", walk);
  return walk.seen;
}

const isId = (name: string) =>
  /id$|ids$|^quotedMsg$|^(users|tags|queues|moveTo|before|after|around)$/i.test(name);

function idOf({ id, only, seen }: Walk): number {
  seen.ids += 1;
  return only && only.position === seen.ids - 1 ? only.id : id;
}

function sample(schema: JsonSchema, name: string, fill: Walk): unknown {
  if (fill.named && Object.hasOwn(fill.named, name)) return fill.named[name];
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  fill.seen.options = Math.max(fill.seen.options, choices.length);
  const choice = choices[Math.min(fill.option ?? 0, choices.length - 1)];
  if (typeof choice === "object") return sample(choice, name, fill);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [
        key,
        typeof property === "object" ? sample(property, key, fill) : null,
      ]),
    );
  if (schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items))
    return [sample(schema.items as JsonSchema, name, fill)];
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer")
    return isId(name) ? idOf(fill) : (schema.minimum ?? 1);
  if (isId(name)) return String(idOf(fill));
  return textOf(schema, fill);
}

function textOf(schema: JsonSchema, fill: Fill): string {
  if (schema.format === "email") return `${fill.text}@example.com`;
  if (schema.format === "uuid") return "6f1c3f0e-6f0e-4d0f-9a53-0c8f6a1d2b3c";
  if (schema.pattern?.includes("#")) return "#123456";
  return fill.text.padEnd(schema.minLength ?? 0, "x").slice(0, schema.maxLength ?? 200);
}
