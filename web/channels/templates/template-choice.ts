import type { TemplateAnswer, TemplateChoice } from "#channels/templates/contract.ts";

/** A chosen template with empty values. */
export const emptyChoice = ({ name, language, variables }: TemplateAnswer): TemplateChoice => ({
  templateName: name,
  templateLanguage: language,
  parameters: variables.map(() => ""),
});

export const isFilled = ({ parameters }: TemplateChoice): boolean =>
  parameters.every((value) => value.trim() !== "");
