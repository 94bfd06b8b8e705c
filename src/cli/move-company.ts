import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { noteCommand } from "#audit/index.ts";
import { exportCompany, importCompany, installationSecrets, inWords, missingOf } from "#backups/index.ts";
import { loadConfig } from "#config.ts";
import { jobNames } from "#features.ts";
import { type Command, CommandError } from "./command.ts";
import { refuseUnsafeDirectory } from "./data-directory.ts";
import { forgetAgain } from "./forget-again.ts";
import { withInstallation } from "./open-installation.ts";
import { companyNumber, optionsOf } from "./options.ts";
import { takenInWords } from "./restore.ts";
import { typedPassword } from "./typed-password.ts";

export const exportCompanyCommand: Command = {
  usage: "<number> <file>",
  summary:
    "Put one company into a file, also while the server runs; a passphrase is read from standard input",
  async run([number, file]) {
    const id = companyNumber(number);
    if (id === undefined || file === undefined) throw new CommandError("export-company <number> <file>");
    const path = resolve(file);
    if (existsSync(path)) throw new CommandError(`${path} exists already`);
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    const { media, database } = await exportCompany({
      dataDirectory: config.dataDir,
      id,
      path,
      secrets: installationSecrets(config),
      passphrase: await typedPassword(),
      now: Date.now,
    });
    noteCommand(config.dataDir, {
      kind: "company-export",
      verb: "exported",
      command: "balcao export-company",
      companyId: id,
    });
    const messages = database.counts["message"] ?? 0;
    console.log(`company ${id} is in ${path}: ${messages} messages, ${media.files} media files`);
    console.log(
      "before it works elsewhere, switch it off here: a number must not be connected from two places",
    );
    return 0;
  },
};

const OPTIONS = { "dry-run": { type: "boolean" }, start: { type: "boolean" } } as const;

export const importCompanyCommand: Command = {
  usage: "<file> [--dry-run] [--start]",
  summary: "Take a company out of such a file, under a new number and switched off unless --start is given",
  async run(args) {
    const { values, positionals } = optionsOf(() =>
      parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }),
    );
    const [file] = positionals;
    if (file === undefined) throw new CommandError("import-company <file>");
    const passphrase = await typedPassword();
    const { id, problems } = await withInstallation(async (installation) => {
      const { staged, placed } = await importCompany(installation, {
        path: resolve(file),
        passphrase,
        dryRun: values["dry-run"] ?? false,
        start: values.start ?? false,
        jobs: jobNames(),
      });
      console.log(inWords(staged));
      const problems = [...missingOf(staged), ...(placed ? takenInWords(placed) : [])];
      for (const problem of problems) console.error(problem);
      if (placed) {
        noteCommand(installation.dataDirectory, {
          kind: "company",
          verb: "imported",
          command: "balcao import-company",
          companyId: placed.id,
        });
        console.log(`company ${placed.id} (${placed.name}) is here${values.start ? "" : ", switched off"}`);
      } else console.log("dry run: nothing was changed");
      return { id: placed?.id, problems };
    });
    const left = id === undefined ? [] : await forgetAgain(id);
    for (const problem of left) console.error(problem);
    return problems.length + left.length === 0 ? 0 : 1;
  },
};
