import * as v from "valibot";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** One command of the control interface: its input schema and its result. */
export interface Verb<Input, Output> {
  run(network: Network, body: unknown): Promise<Output>;
  /** Exists only for the types of callers. */
  readonly input?: Input;
}

export function verb<Schema extends v.GenericSchema, Output>(
  schema: Schema,
  act: (network: Network, input: v.InferOutput<Schema>) => Output | Promise<Output>,
): Verb<v.InferInput<Schema>, Output> {
  return { run: async (network, body) => act(network, v.parse(schema, body)) };
}

/** A number that must belong to an existing phone. */
export function phoneOf(network: Network, number: string): Phone {
  const phone = network.directory.byNumber(number);
  if (!phone) throw new Error(`no phone has the number ${number}`);
  return phone;
}

export const number = v.pipe(v.string(), v.regex(/^\d{8,20}$/));
export const ofNumber = v.object({ number });
