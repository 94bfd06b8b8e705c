export type Part = Readonly<Record<string, unknown>>;

/** An object inside an unchecked JSON body; empty when the value is not an object. */
export const partOf = (value: unknown): Part =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : {};
export const listOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? value.map(partOf) : []);
/** A string or a number as a string; "" when it is neither. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};
