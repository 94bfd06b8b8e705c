import { installationSetting } from "#accounts/settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { asaasGateway } from "./asaas.ts";
import { efiGateway } from "./efi.ts";
import type { GatewayName, PixGateway } from "./port.ts";

const MAKERS: Readonly<Record<GatewayName, (installation: Installation) => PixGateway>> = {
  efi: efiGateway,
  asaas: asaasGateway,
};

/** The gateway of this name, with the settings as they are. Throws 400 ERR_PAYMENT_NOT_CONFIGURED. */
export const gatewayOf = (installation: Installation, name: GatewayName): PixGateway =>
  MAKERS[name](installation);

/** The gateway new charges are made at; null = the static code, paid by hand. */
export function chosenGateway(installation: Installation): GatewayName | null {
  const chosen = installationSetting(installation, "paymentProvider");
  return chosen === "static" ? null : chosen;
}

/** The Pix key, name and city of codes made without a gateway; null while one of them is missing. */
export function staticKey(
  installation: Installation,
): Readonly<Record<"key" | "name" | "city", string>> | null {
  const read = (setting: "pixKey" | "pixName" | "pixCity") =>
    installationSetting(installation, setting).trim();
  const [key, name, city] = [read("pixKey"), read("pixName"), read("pixCity")];
  return key === "" || name === "" || city === "" ? null : { key, name, city };
}

/** Whether a charge can be made with the settings as they are. */
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
