import type { Command } from "#cli/command.ts";
import { refuseUnsafeDirectory } from "#cli/data-directory.ts";
import { argsOf } from "#cli/options.ts";
import { ROOT, serveAsNode } from "#cli/serve.ts";
import { loadConfig } from "#config.ts";
import { createAssets } from "#platform/http/web-files/assets.ts";

export const standby: Command = {
  usage: "",
  summary: "Follow a cluster without ever taking over: a copy at another site",
  async run(args) {
    argsOf(args, { options: {} });
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    return serveAsNode(config, await createAssets({ root: ROOT }), false);
  },
};
