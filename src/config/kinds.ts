import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as v from "valibot";

/** One environment variable. */
export interface Setting {
  /** Name in `Config`. */
  readonly key: string;
  /** Default as text; null = unset. */
  readonly fallback: string | null;
  readonly schema: v.GenericSchema<string, unknown>;
  readonly doc: string;
  /** Never shown by `config show` or in an error. */
  readonly secret?: true;
}

/** True for an http or https address. */
export const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const isOrigin = (text: string) => isHttpUrl(text) && new URL(text).href === `${new URL(text).origin}/`;
const isAddress = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Any text. */
export const text = v.string();
/** A path, resolved to an absolute one. */
export const path = v.pipe(
  v.string(),
  v.transform((value) => resolve(value)),
);
/** Comma-separated `host:port` of servers; lower case, always with the port. */
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
/** An integer in this range. */
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
/** Only scheme, host and port. */
export const origin = v.pipe(
  v.string(),
  v.check(isOrigin, "must be an address such as https://atendimento.example.com, without a path"),
  v.transform((value) => new URL(value).origin),
);
/** Comma-separated IP addresses or ranges. */
export const addressList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.array(v.pipe(v.string(), v.check(isAddress, "must be a list of IP addresses or ranges, with commas"))),
);
/** Comma-separated host names. */
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
/** A secret that is long enough not to be guessed. */
export const longSecret = v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"));
