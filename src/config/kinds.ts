import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as v from "valibot";

/** One environment value. */
export interface Setting {
  /** Name in `Config`. */
  readonly key: string;
  /** What holds when nothing is set, as it would be typed; null = stays unset. */
  readonly fallback: string | null;
  readonly schema: v.GenericSchema<string, unknown>;
  readonly doc: string;
  /** Never shown, neither by `config show` nor in an error. */
  readonly secret?: true;
}

/** True for an http or https address. */
export const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const isOrigin = (text: string) => isHttpUrl(text) && new URL(text).href === `${new URL(text).origin}/`;
const isAddress = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Any text. */
export const text = v.string();
/** A path, made absolute. */
export const path = v.pipe(
  v.string(),
  v.transform((value) => resolve(value)),
);
/** `host:port` of servers, with commas; lower case, the port always named. */
export const hostPorts = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .toLowerCase()
      .split(",")
      .map((host) => host.trim()),
  ),
  v.check(
    (hosts) => hosts.every((host) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(host)),
    "must be host:port, with commas",
  ),
);
/** A whole number in this range. */
export const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `must be a whole number from ${from} to ${to}`,
    ),
    v.transform(Number),
  );
const ON = ["on", "true", "yes", "1"];
const OFF = ["off", "false", "no", "0"];
/** on, true, yes, 1, or their opposites. */
export const onOff = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist([...ON, ...OFF], "must be on or off"),
  v.transform((value) => ON.includes(value)),
);
/** An http or https address, without a slash at the end. */
export const httpUrl = v.pipe(
  v.string(),
  v.check(isHttpUrl, "must be an http or https address"),
  v.transform((value) => value.replace(/\/+$/, "")),
);
/** Scheme, host and port alone. */
export const origin = v.pipe(
  v.string(),
  v.check(isOrigin, "must be an address such as https://atendimento.example.com, without a path"),
  v.transform((value) => new URL(value).origin),
);
/** IP addresses or ranges, with commas. */
export const addressList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.array(v.pipe(v.string(), v.check(isAddress, "must be a list of IP addresses or ranges, with commas"))),
);
/** Names of hosts, with commas. */
export const domainList = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .toLowerCase()
      .split(",")
      .map((part) => part.trim()),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.maxLength(253, "must be a list of names"),
      v.regex(
        /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/,
        "must be a list of names such as atendimento.example.com",
      ),
    ),
  ),
);
/** A secret nobody guesses. */
export const longSecret = v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"));
