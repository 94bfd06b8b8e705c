/** One subcommand of the command line. */
export interface Command {
  /** Usage: options and values, one line per form. */
  readonly usage: string;
  /** One line of help. */
  readonly summary: string;
  /** Runs the subcommand; returns the exit code. */
  readonly run: (args: readonly string[]) => number | Promise<number>;
}

/** The command cannot be carried out; the message has the reason, the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** Invalid options or values; the usage is printed below the message. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}
