import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError, UsageError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>["values"];

/**
 * Reads what stands behind a word of the command line: its options, and as many `words` as it takes at most. An option
 * or a word that nobody would look at is refused, for whoever typed it meant something. Throws UsageError.
 */
export function argsOf<const O extends Options>(
  args: readonly string[],
  { options, words = 0 }: { readonly options: O; readonly words?: number },
): { readonly values: Values<O>; readonly words: readonly string[] } {
  const { values, positionals } = parsed(args, options);
  const tooMany = positionals[words];
  if (tooMany !== undefined) throw new UsageError(`${tooMany} is not understood`);
  return { values, words: positionals };
}

function parsed<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs<{ args: string[]; options: O; allowPositionals: true }>({
      args: [...args],
      options,
      allowPositionals: true,
    });
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    if (!/_PARSE_ARGS_/.test(code)) throw error;
    // What follows tells how to pass a value that begins with a dash.
    throw new UsageError(message.split(". ")[0] ?? message);
  }
}

/** A number of a company; undefined when none was given. Throws CommandError. */
export function companyNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`${text} is no number of a company`);
  return Number(text);
}
