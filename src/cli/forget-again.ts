import { createApp } from "#app.ts";
import { loadConfig } from "#config.ts";
import { companiesWithErasures, reapplyErasures } from "#operations/privacy/index.ts";
import { createLog } from "#platform/log.ts";

/**
 * Behind a restore: whoever was erased since is erased again, with everything that hangs on them, before any server
 * starts. `only`: in this company. Says of each company how many people; answers problems.
 */
export async function forgetAgain(only?: number): Promise<readonly string[]> {
  const app = createApp({ config: loadConfig(process.env), log: createLog("silent"), jobs: false });
  const { installation } = app;
  const problems: string[] = [];
  try {
    for (const id of companiesWithErasures(installation)) {
      if (only !== undefined && id !== only) continue;
      try {
        const erased = await reapplyErasures(installation.tenants.open(id));
        console.log(`company ${id}: erased again, because they were erased since the backup: ${erased}`);
      } catch (error) {
        problems.push(`company ${id}: who was erased since is still there: ${(error as Error).message}`);
      }
    }
  } finally {
    await app.stop();
  }
  return problems;
}
