import { parseArgs } from "node:util";
import * as v from "valibot";
import { setPasswordOf } from "#auth/index.ts";
import { UserEmail, UserPassword } from "#users/contract.ts";
import { type Command, CommandError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { typedPassword } from "./typed-password.ts";

/** For whoever is locked out where no mail can be sent, and for whom no admin is left to ask. */
export const setPassword: Command = {
  usage: "--email <address>",
  summary:
    "Set a person's password, read from standard input; their sessions end. The server must not be running",
  async run(args) {
    const email = v.safeParse(UserEmail, emailOf(args));
    if (!email.success) throw new CommandError("--email must be an e-mail address");
    const password = v.safeParse(UserPassword, await typedPassword());
    if (!password.success) throw new CommandError("the password must have 5 to 50 characters");
    return withInstallation(async (installation) => {
      await setPasswordOf(installation, email.output, password.output);
      console.log(`${email.output} has a new password`);
      return 0;
    });
  },
};

function emailOf(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { email: { type: "string" } } }).values.email;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
