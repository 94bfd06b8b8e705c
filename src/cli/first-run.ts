import { createSuperUser, isSetUpOpen, newSetUpCode } from "#accounts/auth/index.ts";
import type { Config } from "#config.ts";
import type { Installation } from "#tenants/installation.ts";

/** `SUPER_EMAIL` and `SUPER_PASSWORD` create the super user at the first start; later starts ignore them. */
export async function makeFirstSuperUser(installation: Installation, config: Config): Promise<void> {
  const { superEmail: email, superPassword: password } = config;
  if (email === null || password === null || !isSetUpOpen(installation)) return;
  await createSuperUser(installation, { name: "Admin", email, password, companyName: "Balcão" });
}

/** Prints where the server answers and, on a new installation, the one-time link with which the super user is created. */
export function printStarted(installation: Installation, url: string): void {
  console.log(`Balcão listens on ${url}`);
  if (isSetUpOpen(installation)) console.log(`First run: open ${url}/setup#${newSetUpCode(installation)}`);
}
