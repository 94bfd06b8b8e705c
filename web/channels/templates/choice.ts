import type { TemplateAnswer, TemplateChoice } from "#channels/templates/contract.ts";

/** A template as it is chosen, its values still empty. */
export const choiceOf = ({ name, language, variables }: TemplateAnswer): TemplateChoice => ({
  templateName: name,
  templateLanguage: language,
  parameters: variables.map(() => ""),
});

/** Every value is there. */
export const isFilled = ({ parameters }: TemplateChoice): boolean =>
  parameters.every((value) => value.trim() !== "");
