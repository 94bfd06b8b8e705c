import { createApp } from "#app.ts";
import { loadConfig } from "#config.ts";
import type { Placed } from "#operations/backups/index.ts";
import { companiesWithErasures, reapplyErasures } from "#operations/privacy/index.ts";
import { createLog } from "#platform/log.ts";

/** Lists the e-mail addresses and tokens of an imported company that another company of this installation already uses. */
export const takenInWords = ({ takenEmails, takenTokens }: Placed): readonly string[] => [
  ...takenEmails.map(
    (email) => `${email} belongs to a user of another company here: this user needs another e-mail`,
  ),
  ...takenTokens.map((name) => `the token of connection ${name} is in use here: create a new one`),
];

/**
 * Repeats every erasure of a person that is newer than the restored backup, before a server starts. `only`: in this
 * company. Prints the number of people per company; returns the problems.
 */
export async function repeatErasures(only?: number): Promise<readonly string[]> {
  const app = createApp({ config: loadConfig(process.env), log: createLog("silent"), jobs: false });
  const { installation } = app;
  const problems: string[] = [];
  try {
    for (const id of companiesWithErasures(installation)) {
      if (only !== undefined && id !== only) continue;
      try {
        const erased = await reapplyErasures(installation.tenants.open(id));
        console.log(
          `company ${id}: people erased again, because they were erased after the backup: ${erased}`,
        );
      } catch (error) {
        problems.push(
          `company ${id}: people erased after the backup could not be erased again: ${(error as Error).message}`,
        );
      }
    }
  } finally {
    await app.stop();
  }
  return problems;
}
