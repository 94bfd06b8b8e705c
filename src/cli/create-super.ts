import { parseArgs } from "node:util";
import * as v from "valibot";
import { createSuperUser } from "#auth/index.ts";
import { UserEmail, UserName, UserPassword } from "#users/contract.ts";
import { type Command, CommandError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { typedPassword } from "./typed-password.ts";

const Person = v.object({ name: UserName, email: UserEmail, password: UserPassword });

export const createSuper: Command = {
  usage: "--email <address> [--name <name>]",
  summary: "Make a super user in company 1; the password is read from standard input",
  async run(args) {
    const { email, name } = options(args);
    const password = await typedPassword();
    const person = v.safeParse(Person, { name, email, password });
    if (!person.success)
      throw new CommandError(
        person.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("\n"),
      );
    return withInstallation(async (installation) => {
      await createSuperUser(installation, { ...person.output, companyName: "Balcão" });
      console.log(`${person.output.email} is a super user now`);
      return 0;
    });
  },
};

function options(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { email: { type: "string" }, name: { type: "string", default: "Admin" } },
    });
    return values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
