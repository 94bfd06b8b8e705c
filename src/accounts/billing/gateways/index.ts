import { installationSetting } from "#accounts/settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { asaasGateway } from "./asaas.ts";
import { efiGateway } from "./efi.ts";
import type { GatewayName, PixGateway } from "./port.ts";

const MAKERS: Readonly<Record<GatewayName, (installation: Installation) => PixGateway>> = {
  efi: efiGateway,
  asaas: asaasGateway,
};

/** The gateway with this name, with current settings. Throws 400 ERR_PAYMENT_NOT_CONFIGURED. */
export const gatewayOf = (installation: Installation, name: GatewayName): PixGateway =>
  MAKERS[name](installation);

/** The gateway for new charges; null = a static Pix code, whose payment a super user enters by hand. */
export function chosenGateway(installation: Installation): GatewayName | null {
  const chosen = installationSetting(installation, "paymentProvider");
  return chosen === "static" ? null : chosen;
}

/** Pix key, name and city for static codes; null while one of them is not set. */
export function staticKey(
  installation: Installation,
): Readonly<Record<"key" | "name" | "city", string>> | null {
  const read = (setting: "pixKey" | "pixName" | "pixCity") =>
    installationSetting(installation, setting).trim();
  const [key, name, city] = [read("pixKey"), read("pixName"), read("pixCity")];
  return key === "" || name === "" || city === "" ? null : { key, name, city };
}

/** Whether charges can be created with the current settings. */
export function isPayable(installation: Installation): boolean {
  const chosen = chosenGateway(installation);
  if (chosen === null) return staticKey(installation) !== null;
  try {
    gatewayOf(installation, chosen);
    return true;
  } catch {
    return false;
  }
}
