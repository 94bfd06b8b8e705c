import type { Command } from "#cli/command.ts";
import { CommandError } from "#cli/command.ts";
import { leave, untilStopped } from "#cli/signals.ts";
import { OtherVersion } from "./desk-api.ts";
import { NotADemoDirectory } from "./directory.ts";
import { PortInUse } from "./product.ts";
import { runDemo } from "./run.ts";

export const demo: Command = {
  usage: "[--fresh]",
  summary:
    "Run two sample companies in a simulated WhatsApp network; --fresh deletes the data of an earlier demo",
  async run(args) {
    try {
      const code = await runDemo(args, untilStopped());
      return code === 0 ? leave() : code;
    } catch (error) {
      const isTold = [NotADemoDirectory, PortInUse, OtherVersion].some((kind) => error instanceof kind);
      if (isTold && error instanceof Error) throw new CommandError(error.message);
      throw error;
    }
  },
};
