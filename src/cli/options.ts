import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError, UsageError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>["values"];

/**
 * Parses the arguments of a subcommand: its options and at most this many `words`. Unknown options and surplus words are
 * rejected, because they were typed for a purpose. Throws UsageError.
 */
export function argsOf<const O extends Options>(
  args: readonly string[],
  { options, words = 0 }: { readonly options: O; readonly words?: number },
): { readonly values: Values<O>; readonly words: readonly string[] } {
  const { values, positionals } = parsed(args, options);
  const tooMany = positionals[words];
  if (tooMany !== undefined) throw new UsageError(`${tooMany} is not a known argument`);
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
    // The rest of the message explains how to pass a value that begins with a dash.
    throw new UsageError(message.split(". ")[0] ?? message);
  }
}

/** The id of a company; undefined when not given. Throws CommandError. */
export function companyNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`${text} is not the number of a company`);
  return Number(text);
}
