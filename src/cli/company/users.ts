import * as v from "valibot";
import { createSuperUser, recoveryLinkOf, setPasswordOf } from "#accounts/auth/index.ts";
import { UserEmail, UserName, UserPassword } from "#accounts/users/contract.ts";
import { type Command, CommandError, UsageError } from "#cli/command.ts";
import { withInstallation } from "#cli/data-directory.ts";
import { argsOf } from "#cli/options.ts";

/**
 * Reads one line of standard input, never an argument, which other users of the machine could see. On a terminal it prompts
 * and does not echo; `twice` prompts again, because a typing error would lock the user out. Throws CommandError.
 */
export async function typedPassword(what = "Password", { twice = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const typed = await askUnseen(`${what}: `);
  if (twice && typed !== (await askUnseen("Repeat it: "))) throw new CommandError("the two passwords differ");
  return typed;
}

async function firstLine(): Promise<string> {
  for await (const line of console) return line;
  return "";
}

const ENTER = /[\r\n]/;
const BACKSPACE = /[\x7f\b]/;
const STOP = "\x03";
const END = "\x04";

/** Reads until Enter; Ctrl+C ends the program as usual. */
function askUnseen(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the prompt: input typed earlier is not echoed either.
  stdin.setRawMode(true).setEncoding("utf8").resume();
  stderr.write(prompt);
  return new Promise((resolve) => {
    let typed = "";
    const done = () => {
      stdin.off("data", hear).setRawMode(false).pause();
      stderr.write("\n");
    };
    const hear = (text: string) => {
      for (const sign of text) {
        if (sign === STOP) {
          done();
          process.exit(130);
        }
        if (ENTER.test(sign) || sign === END) {
          done();
          resolve(typed);
          return;
        }
        typed = BACKSPACE.test(sign) ? [...typed].slice(0, -1).join("") : typed + sign;
      }
    };
    stdin.on("data", hear);
  });
}

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
  usage: "--email <address> [--link]",
  summary:
    "Set a user's password, read from standard input, and end their sessions; --link prints a one-time link with which the user sets it; the server must be stopped",
  async run(args) {
    const options = { email: { type: "string" }, link: { type: "boolean" } } as const;
    const { email: given, link = false } = argsOf(args, { options }).values;
    const email = addressOf(given);
    if (link)
      return withInstallation(async (installation) => {
        console.log(recoveryLinkOf(installation, email));
        return 0;
      });
    const password = await newPassword();
    return withInstallation(async (installation) => {
      await setPasswordOf(installation, email, password);
      console.log(`${email} has a new password`);
      return 0;
    });
  },
};

/** The value of `--email`. Throws UsageError when it is not an e-mail address. */
function addressOf(given: string | undefined): string {
  const address = v.safeParse(UserEmail, given);
  if (!address.success) throw new UsageError("--email must be an e-mail address");
  return address.output;
}

/** Reads a typed password for a user. Throws CommandError when its length is not allowed. */
async function newPassword(): Promise<string> {
  const password = v.safeParse(UserPassword, await typedPassword("New password", { twice: true }));
  if (!password.success) throw new CommandError("the password must have 5 to 50 characters");
  return password.output;
}
