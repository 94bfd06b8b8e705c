import { auditCommand } from "#accounts/audit/index.ts";
import { companiesInBin, restoreCompany } from "#accounts/companies/index.ts";
import { type Command, CommandError } from "./command.ts";
import { withInstallation } from "./data-directory.ts";
import { argsOf, companyNumber } from "./options.ts";

export const restoreCompanyCommand: Command = {
  usage: "[<number>]",
  summary:
    "Restore a deleted company from the bin (within 30 days), or list the bin; the server must be stopped",
  run(args) {
    const [text] = argsOf(args, { options: {}, words: 1 }).words;
    const number = companyNumber(text);
    return withInstallation(async (installation) => {
      if (number === undefined) {
        const removed = companiesInBin(installation);
        for (const { id, name, removedAt } of removed)
          console.log(`${id}  ${name}  deleted ${new Date(removedAt).toISOString().slice(0, 10)}`);
        if (removed.length === 0) console.log("the bin is empty");
        return 0;
      }
      const name = await restoreCompany(installation, number);
      if (name === undefined) throw new CommandError(`there is no company ${number} in the bin`);
      auditCommand(installation.dataDirectory, {
        kind: "company",
        action: "restored",
        command: "balcao restore-company",
        companyId: number,
      });
      console.log(
        `company ${number} was restored as ${name}; users whose e-mail belongs to another account by now need a new one`,
      );
      return 0;
    });
  },
};
