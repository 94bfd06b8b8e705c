import { CommandError } from "./command.ts";

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
