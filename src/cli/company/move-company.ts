import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { auditCommand } from "#accounts/audit/index.ts";
import { storePlacedMedia } from "#channels/media/index.ts";
import { repeatErasures, takenInWords } from "#cli/after-restore.ts";
import { type Command, CommandError, UsageError } from "#cli/command.ts";
import {
  cellNotice,
  refuseNodeDirectory,
  refuseUnsafeDirectory,
  requireInstallation,
  withInstallation,
} from "#cli/data-directory.ts";
import { argsOf, companyNumber } from "#cli/options.ts";
import { withStoredMedia } from "#cli/stored-media.ts";
import { loadConfig } from "#config.ts";
import { jobNames } from "#features.ts";
import {
  describeStaged,
  exportCompany,
  importCompany,
  installationSecrets,
  missingOf,
  tryImportCompany,
} from "#operations/backups/index.ts";
import { typedPassword } from "./users.ts";

export const exportCompanyCommand: Command = {
  usage: "<number> <file>",
  summary:
    "Export one company into a file, also while the server runs; a passphrase is read from standard input",
  async run(args) {
    const [number, file] = argsOf(args, { options: {}, words: 2 }).words;
    const id = companyNumber(number);
    if (id === undefined) throw new UsageError("name the company by its number");
    if (file === undefined) throw new UsageError("name the file to write");
    const path = resolve(file);
    if (existsSync(path)) throw new CommandError(`${path} exists already`);
    const config = loadConfig(process.env);
    refuseUnsafeDirectory(config.dataDir);
    // Its entry in the audit trail could not be written.
    refuseNodeDirectory(config.dataDir);
    requireInstallation(config.dataDir);
    const passphrase = await typedPassword("Passphrase, at least 12 characters", { twice: true });
    const { media, database } = await withStoredMedia(config, (storage) =>
      exportCompany({
        dataDirectory: config.dataDir,
        id,
        path,
        secrets: installationSecrets(config),
        passphrase,
        media: storage,
        now: Date.now,
      }),
    );
    auditCommand(config.dataDir, {
      kind: "company-export",
      action: "exported",
      command: "balcao export-company",
      companyId: id,
    });
    const messages = database.counts["message"] ?? 0;
    console.log(`company ${id} is in ${path}: ${messages} messages, ${media.files} media files`);
    console.log(
      "switch it off here before it is used elsewhere: a number must not be connected from two places",
    );
    return 0;
  },
};

const OPTIONS = { "dry-run": { type: "boolean" }, start: { type: "boolean" } } as const;

export const importCompanyCommand: Command = {
  usage: "<file> [--dry-run] [--start]",
  summary: "Import a company from such a file, under a new number, switched off unless --start is given",
  async run(args) {
    const { values, words } = argsOf(args, { options: OPTIONS, words: 1 });
    const [file] = words;
    if (file === undefined) throw new UsageError("name the file to import");
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new CommandError(`there is no ${resolve(file)}`);
    if (!found.isFile()) throw new CommandError(`${resolve(file)} is not a file`);
    const passphrase = await typedPassword("Passphrase of the file");
    const archive = { path: resolve(file), passphrase };
    if (values["dry-run"]) return tryOut(archive);
    const { id, problems } = await withInstallation(async (installation, config) => {
      const start = values.start ?? false;
      const { staged, placed } = await importCompany(installation, { ...archive, start, jobs: jobNames() });
      console.log(describeStaged(staged));
      auditCommand(installation.dataDirectory, {
        kind: "company",
        action: "imported",
        command: "balcao import-company",
        companyId: placed.id,
      });
      if (installation.media)
        await storePlacedMedia(installation.tenants.open(placed.id), installation.media);
      console.log(`company ${placed.id} (${placed.name}) was imported${start ? "" : ", switched off"}`);
      const notice = cellNotice(config);
      if (notice !== null) console.log(notice);
      return { id: placed.id, problems: [...missingOf(staged), ...takenInWords(placed)] };
    });
    return ended([...problems, ...(await repeatErasures(id))]);
  },
};

async function tryOut(archive: { readonly path: string; readonly passphrase: string }): Promise<number> {
  const config = loadConfig(process.env);
  refuseUnsafeDirectory(config.dataDir);
  requireInstallation(config.dataDir);
  const place = { dataDirectory: config.dataDir, secrets: installationSecrets(config) };
  const staged = await tryImportCompany(place, archive);
  console.log(describeStaged(staged));
  console.log("dry run: nothing was changed");
  return ended(missingOf(staged));
}

function ended(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
