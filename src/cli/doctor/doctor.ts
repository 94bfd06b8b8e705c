import { existsSync } from "node:fs";
import type { Command } from "#cli/command.ts";
import { counted } from "#cli/in-words.ts";
import { argsOf } from "#cli/options.ts";
import { loadConfig } from "#config.ts";
import product from "#package.json" with { type: "json" };
import { type Examined, examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { temporaryFolder } from "./machine.ts";

const OPTIONS = {
  json: { type: "boolean", default: false },
  offline: { type: "boolean", default: false },
} as const;

export const doctor: Command = {
  usage: "[--json] [--offline]",
  summary:
    "Check the installation and advise what to do; changes nothing; also while the server runs; exit code 1 for errors",
  async run(args) {
    const { json, offline } = argsOf(args, { options: OPTIONS }).values;
    const config = loadConfig(process.env);
    const now = Date.now();
    const examined = await examine({
      config,
      offline,
      temporaryFolder: temporaryFolder(process.env),
      nowMs: now,
    });
    if (json) console.log(asJson(examined, config.dataDir, now));
    else print(examined, config.dataDir);
    return examined.findings.some(({ severity }) => severity === "error") ? 1 : 0;
  },
};

function print({ server, companies, findings }: Examined, dataDirectory: string): void {
  if (!existsSync(dataDirectory)) console.log(`${dataDirectory} does not exist yet`);
  else
    console.log(
      `${dataDirectory}: ${counted(companies, "company", "companies")}, the server is ${server === null ? "stopped" : "running"}`,
    );
  for (const { severity, what, advice, company } of findings) {
    console.log(`${severity}: ${company === undefined ? "" : `company ${company}: `}${what}\n  → ${advice}`);
  }
  const count = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length;
  console.log(
    count("error") + count("warning") === 0
      ? "no problem found"
      : `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}`,
  );
}

const asJson = ({ server, companies, findings }: Examined, dataDirectory: string, now: number): string =>
  JSON.stringify(
    {
      version: product.version,
      at: new Date(now).toISOString(),
      dataDirectory,
      running: server !== null,
      pid: server || null,
      companies,
      findings,
    },
    null,
    2,
  );
