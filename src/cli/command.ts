/** One word of the command line. */
export interface Command {
  /** What stands behind the word: options and values; one line for each form it has. */
  readonly usage: string;
  /** One line of help. */
  readonly summary: string;
  /** Does it; the answer is the exit code. */
  readonly run: (args: readonly string[]) => number | Promise<number>;
}

/** The person asked for something that cannot be done as asked; the message says why, the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** What stands behind the word was not understood: the message says what, and how the word is used is printed below it. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}
