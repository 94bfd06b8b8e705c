import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** Values for generated requests: `id` for every field that may name a row, `text` for every free text. */
export interface Fill {
  readonly id: number;
  readonly text: string;
}

/** A body or query that is valid as far as JSON Schema can express, with every field present. */
export function sampleOf(schema: v.GenericSchema, fill: Fill): unknown {
  return sample(toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" }), "", fill);
}

const isId = (name: string) =>
  /id$|ids$|^quotedMsg$|^(users|tags|queues|moveTo|before|after|around)$/i.test(name);

function sample(schema: JsonSchema, name: string, fill: Fill): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
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
    return isId(name) ? fill.id : (schema.minimum ?? 1);
  if (isId(name)) return String(fill.id);
  return textOf(schema, fill);
}

function textOf(schema: JsonSchema, fill: Fill): string {
  if (schema.format === "email") return `${fill.text}@example.com`;
  if (schema.format === "uuid") return "6f1c3f0e-6f0e-4d0f-9a53-0c8f6a1d2b3c";
  if (schema.pattern?.includes("#")) return "#123456";
  return fill.text.padEnd(schema.minLength ?? 0, "x").slice(0, schema.maxLength ?? 200);
}
