import { describeConfig, loadConfig } from "#config.ts";
import { type Command, CommandError } from "./command.ts";

export const configShow: Command = {
  usage: "show",
  summary: "Print every setting of the environment with its value, secrets hidden",
  run(args) {
    if (args[0] !== "show") throw new CommandError("config show");
    for (const { name, value } of describeConfig(loadConfig(process.env))) console.log(`${name}=${value}`);
    return 0;
  },
};
