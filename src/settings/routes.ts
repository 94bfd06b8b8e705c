import * as v from "valibot";
import { route } from "#tenants/route.ts";
import { SettingAnswer, SettingBody } from "./contract.ts";
import { listSettings, readSetting } from "./list.ts";
import { changeSetting } from "./write.ts";

const KeyParam = v.object({ key: v.string() });

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
];
