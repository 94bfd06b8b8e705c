import * as v from "valibot";
import { createSuperUser, setPasswordOf } from "#accounts/auth/index.ts";
import { UserEmail, UserName, UserPassword } from "#accounts/users/contract.ts";
import { type Command, CommandError, UsageError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { argsOf } from "./options.ts";
import { typedPassword } from "./typed-password.ts";

const OPTIONS = { email: { type: "string" }, name: { type: "string", default: "Admin" } } as const;

export const createSuper: Command = {
  usage: "--email <address> [--name <name>]",
  summary:
    "Create a super user in company 1; the password is read from standard input; the server must be stopped",
  async run(args) {
    const { values } = argsOf(args, { options: OPTIONS });
    const email = addressOf(values.email);
    const name = v.safeParse(UserName, values.name);
    if (!name.success) throw new UsageError("--name is not a valid name");
    const password = await newPassword();
    return withInstallation(
      async (installation) => {
        await createSuperUser(installation, { name: name.output, email, password, companyName: "Balcão" });
        console.log(`${email} is a super user now`);
        return 0;
      },
      { mayBegin: true },
    );
  },
};

/** Sets a user's password, for users who can use neither recovery by mail nor an admin. */
export const setPassword: Command = {
  usage: "--email <address>",
  summary:
    "Set a user's password, read from standard input, and end their sessions; the server must be stopped",
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

/** The value of `--email`. Throws UsageError. */
function addressOf(given: string | undefined): string {
  const address = v.safeParse(UserEmail, given);
  if (!address.success) throw new UsageError("--email must be an e-mail address");
  return address.output;
}

/** Reads a typed password for a user. Throws CommandError. */
async function newPassword(): Promise<string> {
  const password = v.safeParse(UserPassword, await typedPassword("New password", { twice: true }));
  if (!password.success) throw new CommandError("the password must have 5 to 50 characters");
  return password.output;
}
