import { expect, test } from "bun:test";
import { fieldsOfProvider } from "./fields.ts";

const keys = (provider: string) => fieldsOfProvider(provider).map(({ key }) => key);

test("each payment method shows only its own settings", () => {
  expect(keys("static")).toEqual(["paymentProvider", "pixKey", "pixName", "pixCity"]);
  expect(keys("efi")).toEqual([
    "paymentProvider",
    "pixKey",
    "efiClientId",
    "efiClientSecret",
    "efiCertificate",
  ]);
  expect(keys("asaas")).toEqual(["paymentProvider", "asaasPlatformKey"]);
});
