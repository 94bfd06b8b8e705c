import { CommandError } from "./command.ts";

/** What parseArgs says of wrong options, as words for the person who typed them. */
export function optionsOf<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** A number of a company; undefined when none was given. Throws CommandError. */
export function companyNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`${text} is no number of a company`);
  return Number(text);
}
