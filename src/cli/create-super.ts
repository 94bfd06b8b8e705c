import * as v from "valibot";
import { createSuperUser } from "#accounts/auth/index.ts";
import { UserName } from "#accounts/users/contract.ts";
import { type Command, UsageError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { argsOf } from "./options.ts";
import { addressOf, newPassword } from "./set-password.ts";

const OPTIONS = { email: { type: "string" }, name: { type: "string", default: "Admin" } } as const;

export const createSuper: Command = {
  usage: "--email <address> [--name <name>]",
  summary:
    "Make a super user in company 1; the password is read from standard input; the server must be stopped",
  async run(args) {
    const { values } = argsOf(args, { options: OPTIONS });
    const email = addressOf(values.email);
    const name = v.safeParse(UserName, values.name);
    if (!name.success) throw new UsageError("--name is no name of a person");
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
