import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { ShortText } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { Pkcs12Body, SettingAnswer, SettingBody } from "./contract.ts";
import { listSettings, readSetting } from "./list.ts";
import { textVariables } from "./text-variables/check.ts";
import { TextVariables } from "./text-variables/contract.ts";
import { changeSetting, importPkcs12 } from "./write.ts";

const KeyParam = v.object({ key: ShortText });

export const settingRoutes = [
  route({
    method: "GET",
    path: "/settings",
    summary: "Settings of the company that the caller may read",
    answer: v.array(SettingAnswer),
    handle: ({ ctx }) => listSettings(ctx),
  }),
  route({
    method: "GET",
    path: "/text-variables",
    summary: "The company's own variables, in addition to the product's",
    answer: TextVariables,
    handle: ({ ctx }) => textVariables(ctx.tenant),
  }),
  route({
    method: "GET",
    path: "/settings/:key",
    summary: "One setting",
    params: KeyParam,
    answer: SettingAnswer,
    handle: ({ ctx, params }) => readSetting(ctx, params.key),
  }),
  route({
    method: "PUT",
    path: "/settings/:key",
    audit: "setting.changed",
    access: "admin",
    summary: "Change a setting",
    params: KeyParam,
    body: SettingBody,
    answer: SettingAnswer,
    handle: ({ ctx, params, body }) => changeSetting(ctx, params.key, body.value),
  }),
  route({
    method: "POST",
    path: "/settings/:key/pkcs12",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "setting.changed",
    access: "super",
    cell: "home",
    notForSupport: true,
    summary: "Set a certificate and its key from a .p12 file and its password",
    params: KeyParam,
    body: Pkcs12Body,
    answer: SettingAnswer,
    handle: ({ ctx, params, body }) => importPkcs12(ctx, params.key, body),
  }),
];
