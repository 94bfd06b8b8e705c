import { auditCommand } from "#accounts/audit/index.ts";
import { companiesInBin, restoreCompany } from "#accounts/companies/index.ts";
import { type Command, CommandError } from "./command.ts";
import { withInstallation } from "./open-installation.ts";
import { argsOf, companyNumber } from "./options.ts";

export const restoreCompanyCommand: Command = {
  usage: "[<number>]",
  summary:
    "Take a deleted company out of the bin (30 days), or list what is in it; the server must be stopped",
  run(args) {
    const [text] = argsOf(args, { options: {}, words: 1 }).words;
    const number = companyNumber(text);
    return withInstallation((installation) => {
      if (number === undefined) {
        const removed = companiesInBin(installation);
        for (const { id, name, removedAt } of removed)
          console.log(`${id}  ${name}  deleted ${new Date(removedAt).toISOString().slice(0, 10)}`);
        if (removed.length === 0) console.log("the bin is empty");
        return 0;
      }
      const name = restoreCompany(installation, number);
      if (name === undefined) throw new CommandError(`there is no company ${number} in the bin`);
      auditCommand(installation.dataDirectory, {
        kind: "company",
        action: "restored",
        command: "balcao restore-company",
        companyId: number,
      });
      console.log(
        `company ${number} is back as ${name}; who gave their e-mail to another account needs a new one`,
      );
      return 0;
    });
  },
};
