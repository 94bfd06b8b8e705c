import product from "#package.json" with { type: "json" };
import type { Command } from "./command.ts";

export const version: Command = {
  usage: "",
  summary: "Print the version",
  run() {
    console.log(`${product.name} ${product.version} (bun ${Bun.version})`);
    return 0;
  },
};
