import { existsSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, CommandError, UsageError } from "#cli/command.ts";
import { cellNotice, withInstallation } from "#cli/data-directory.ts";
import { argsOf, companyNumber } from "#cli/options.ts";
import { loadConfig } from "#config.ts";
import { isTimeZone } from "#platform/zone-offset.ts";
import {
  type ImportOptions,
  type ImportReport,
  importWhaticket,
  type Progress,
  reportInWords,
  sweepImports,
  tryImport,
} from "#provider/importer/index.ts";

const OPTIONS = {
  media: { type: "string" },
  company: { type: "string" },
  only: { type: "string" },
  name: { type: "string", default: "Importada" },
  source: { type: "string", default: "whaticket" },
  zone: { type: "string" },
  report: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

export const importCommand: Command = {
  usage:
    "whaticket <dump.sql|folder> [--media <folder>] [--company <number>] [--only <id,id>] [--name <name>] [--source <name>] [--zone <zone>] [--report <file.json>] [--dry-run]",
  summary:
    "Import companies from a PostgreSQL or MySQL dump (SQL or CSV) of an installation of the Whaticket family",
  async run(args) {
    const { values, words } = argsOf(args, { options: OPTIONS, words: 2 });
    const [family, dump] = words;
    if (family !== "whaticket") throw new UsageError("name the system of the dump: whaticket");
    if (dump === undefined) throw new UsageError("name the dump: a file or a folder");
    const media = values.media === undefined ? null : resolve(values.media);
    if (media !== null && !statSync(media, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandError(`there is no folder ${media}`);
    const file = values.report === undefined ? null : resolve(values.report);
    if (file !== null && existsSync(file)) throw new CommandError(`${file} exists already`);
    const into = companyNumber(values.company) ?? null;
    const stop = new AbortController();
    const onSignal = () => stop.abort();
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    try {
      const report = await withInstallation(
        (installation, config) => {
          sweepImports(installation.dataDirectory);
          const options: ImportOptions = {
            path: resolve(dump),
            media,
            into,
            only: values.only?.split(",").filter(Boolean) ?? [],
            name: values.name,
            source: values.source,
            zone: zoneOf(values.zone ?? config.timeZone),
            dryRun: values["dry-run"],
            signal: stop.signal,
            onProgress: progressLine(),
          };
          return options.dryRun
            ? tryImport(installation, config, options)
            : importWhaticket(installation, options);
        },
        // A dry run is possible without an installation.
        { mayBegin: true },
      );
      const notice = values["dry-run"] ? null : cellNotice(loadConfig(process.env));
      if (notice !== null && into === null) console.log(notice);
      return printReport(report, file);
    } catch (error) {
      if (error instanceof SyntaxError) throw new CommandError(`the dump cannot be read: ${error.message}`);
      throw error;
    } finally {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    }
  },
};

function printReport(report: ImportReport, file: string | null): number {
  if (process.stderr.isTTY) process.stderr.write("\n");
  console.log(reportInWords(report));
  if (file !== null) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  return report.state === "done" ? 0 : 1;
}

/** Throws CommandError for an unknown time zone. */
function zoneOf(zone: string): string {
  if (/^[+-]\d{2}(:?\d{2})?$/.test(zone) || isTimeZone(zone)) return zone;
  throw new CommandError(`${zone} is not a time zone; examples are America/Sao_Paulo and -03:00`);
}

const EVERY_MS = 1000;

/** Prints progress and remaining time once a second; on a terminal in one line. */
function progressLine(): (progress: Progress) => void {
  let told = 0;
  let phase = "";
  let began = 0;
  return ({ phase: now, done, total }) => {
    const at = performance.now();
    if (now !== phase) [phase, began] = [now, at];
    if (at - told < EVERY_MS) return;
    told = at;
    const left = done > 0 ? Math.round((((at - began) / done) * (total - done)) / 1000) : 0;
    const count =
      now === "reading" ? `${Math.round((done / Math.max(1, total)) * 100)} %` : `${done} of ${total}`;
    const line = `${now} ${count}, ${Math.floor(left / 60)} min ${left % 60} s left`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  };
}
