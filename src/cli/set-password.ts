import * as v from "valibot";
import { setPasswordOf } from "#accounts/auth/index.ts";
import { UserEmail, UserPassword } from "#accounts/users/contract.ts";
import { type Command, CommandError, UsageError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { argsOf } from "./options.ts";
import { typedPassword } from "./typed-password.ts";

/** For whoever is locked out where no mail can be sent, and for whom no admin is left to ask. */
export const setPassword: Command = {
  usage: "--email <address>",
  summary:
    "Set a person's password, read from standard input; their sessions end; the server must be stopped",
  async run(args) {
    const { email: given } = argsOf(args, { options: { email: { type: "string" } } }).values;
    const email = addressOf(given);
    const password = await newPassword();
    return withInstallation(async (installation) => {
      await setPasswordOf(installation, email, password);
      console.log(`${email} has a new password`);
      return 0;
    });
  },
};

/** The address behind `--email`. Throws UsageError. */
export function addressOf(given: string | undefined): string {
  const address = v.safeParse(UserEmail, given);
  if (!address.success) throw new UsageError("--email must be an e-mail address");
  return address.output;
}

/** A password somebody types for a person. Throws CommandError. */
export async function newPassword(): Promise<string> {
  const password = v.safeParse(UserPassword, await typedPassword("New password", { twice: true }));
  if (!password.success) throw new CommandError("the password must have 5 to 50 characters");
  return password.output;
}
