import product from "#package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { argsOf } from "./options.ts";

/** The version of this program. */
export const VERSION = product.version;

export const version: Command = {
  usage: "",
  summary: "Print the version",
  run(args) {
    argsOf(args, { options: {} });
    console.log(`${product.name} ${product.version} (bun ${Bun.version})`);
    return 0;
  },
};
