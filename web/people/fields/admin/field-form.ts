import * as v from "valibot";
import {
  CreateFieldBody,
  type FieldAnswer,
  type FieldKind,
  type FieldOwner,
  KINDS_WITH_CHOICES,
  UpdateFieldBody,
} from "#people/fields/contract.ts";

export interface FieldFormValues extends Readonly<Record<string, unknown>> {
  readonly of: FieldOwner;
  readonly label: string;
  readonly key: string;
  readonly kind: FieldKind;
  /** One per line. */
  readonly choices: string;
  readonly required: boolean;
  readonly queueIds: readonly number[];
  readonly inList: boolean;
  readonly active: boolean;
}

const NEW: FieldFormValues = {
  of: "ticket",
  label: "",
  key: "",
  kind: "text",
  choices: "",
  required: false,
  queueIds: [],
  inList: false,
  active: true,
};

export const formOf = (field: FieldAnswer | null): FieldFormValues =>
  field ? { ...NEW, ...field, choices: field.choices.join("\n") } : NEW;

/** A key made from the label: lower case, without accents, at most 30 characters. */
export const keyOfLabel = (label: string): string =>
  label
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, 30)
    .replace(/_+$/, "");

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

const bodyOf = ({ choices, active: _, queueIds, ...values }: FieldFormValues) => ({
  ...values,
  queueIds: [...queueIds],
  choices: KINDS_WITH_CHOICES.includes(values.kind) ? linesOf(choices) : [],
});

export const createBody = (values: FieldFormValues): v.InferInput<typeof CreateFieldBody> => bodyOf(values);
export function updateBody(values: FieldFormValues): v.InferInput<typeof UpdateFieldBody> {
  const { of: _, key: __, ...body } = bodyOf(values);
  return { ...body, active: values.active };
}

/** The checks of the server, on the values as typed. */
export const FieldFormSchema = v.object({
  ...v.omit(CreateFieldBody, ["choices"]).entries,
  active: v.optional(UpdateFieldBody.entries.active),
});
