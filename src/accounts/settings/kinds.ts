import * as v from "valibot";
import { isTimeZone } from "#platform/zone-offset.ts";
import { isPemPair } from "./contract.ts";

/** The kind of a setting's value. Values are sent and stored as text; the schema parses them. */
export interface Kind<T> {
  /** Parses the text; rejects invalid values. */
  readonly schema: v.GenericSchema<string, T>;
}

const json = v.rawTransform<string, unknown>(({ dataset, addIssue, NEVER }) => {
  try {
    return JSON.parse(dataset.value);
  } catch {
    addIssue({ message: "not JSON" });
    return NEVER;
  }
});

/** `enabled` or `disabled` on the wire. */
export const flag: Kind<boolean> = {
  schema: v.pipe(
    v.picklist(["enabled", "disabled"]),
    v.transform((word) => word === "enabled"),
  ) as v.GenericSchema<string, boolean>,
};

/** `true` or `false` on the wire. */
export const trueFalse: Kind<boolean> = {
  schema: v.pipe(
    v.picklist(["true", "false"]),
    v.transform((word) => word === "true"),
  ) as v.GenericSchema<string, boolean>,
};

export const choice = <const Word extends string>(...words: readonly Word[]): Kind<Word> => ({
  schema: v.picklist(words) as v.GenericSchema<string, Word>,
});

/** A whole number, both ends included. */
export const between = (from: number, to: number): Kind<number> => ({
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,9}$/),
    v.transform(Number),
    v.minValue(from),
    v.maxValue(to),
  ),
});

/** One of a few numbers, as JSON (campaign settings). */
export const oneOf = (...numbers: readonly number[]): Kind<number> => ({
  schema: v.pipe(v.string(), json, v.number(), v.picklist(numbers)),
});

export const text = (max: number): Kind<string> => ({ schema: v.pipe(v.string(), v.maxLength(max)) });
/** An id of digits, or "". */
export const digits = (max: number): Kind<string> => ({
  schema: v.pipe(v.string(), v.trim(), v.maxLength(max), v.regex(/^\d*$/)),
});

/**
 * A Pix key in the Central Bank's form, or "". Punctuation typed in a CPF, CNPJ or phone number is removed, because a
 * BR Code must not contain it.
 */
export const pixKey: Kind<string> = {
  schema: v.pipe(v.string(), v.trim(), v.transform(bareKey), v.regex(/^[\x21-\x7e]{0,77}$/)),
};

function bareKey(typed: string): string {
  if (typed.startsWith("+")) return typed.replace(/[\s().-]/g, "");
  if (typed.includes("@")) return typed.toLowerCase();
  const isPunctuated = /^(?:\d{3}\.){2}\d{3}-\d\d$|^\w\w\.\w{3}\.\w{3}\/\w{4}-\d\d$/.test(typed);
  return isPunctuated ? typed.replace(/[./-]/g, "") : typed;
}

/** A name that fits a BR Code after accents are stripped, or "". */
export const latinName = (max: number): Kind<string> => ({
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check((name) => name === "" || /[A-Za-z0-9]/.test(name.normalize("NFD"))),
  ),
});

/** A certificate with its key as PEM text, or "". */
export const pemPair: Kind<string> = {
  schema: v.pipe(
    v.string(),
    v.maxLength(20_000),
    v.check((value) => value === "" || isPemPair(value)),
  ),
};

/** An http or https address, or "". */
export const webAddress: Kind<string> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(500),
    v.check((value) => value === "" || /^https?:$/.test(URL.parse(value)?.protocol ?? "")),
  ),
};

/** The three numbers of a version such as `2.3000.1023`; "" = not set. */
export const clientVersion: Kind<readonly [number, number, number] | null> = {
  schema: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(\d{1,6}\.\d{1,6}\.\d{1,10})?$/),
    v.transform((text) => {
      const [primary = 0, secondary = 0, tertiary = 0] = text.split(".").map(Number);
      return text === "" ? null : ([primary, secondary, tertiary] as const);
    }),
  ),
};

/** Any value of the schema, written as JSON. */
export const jsonOf = <T>(schema: v.GenericSchema<unknown, T>): Kind<T> => ({
  schema: v.pipe(v.string(), json, schema),
});

export const timeZone: Kind<string> = { schema: v.pipe(v.string(), v.check(isTimeZone)) };
