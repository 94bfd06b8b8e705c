import { type Command, UsageError } from "#cli/command.ts";
import { argsOf } from "#cli/options.ts";
import { describeConfig, loadConfig } from "#config.ts";

export const configShow: Command = {
  usage: "show",
  summary: "Print every setting of the environment with its value, secrets hidden",
  run(args) {
    const [word] = argsOf(args, { options: {}, words: 1 }).words;
    if (word !== "show") throw new UsageError("the only subcommand is show");
    for (const { name, value } of describeConfig(loadConfig(process.env))) console.log(`${name}=${value}`);
    return 0;
  },
};
